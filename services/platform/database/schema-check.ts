import { StartError } from '../start.js';
import { migrations } from './migrations/index.js';

type Query = <T>(sql: string) => Promise<T[]>;

/** The first version with uuidv7() and virtual columns. */
const OLDEST_SERVER = 18;

/** @throws StartError when the server is older than PostgreSQL 18. */
export async function checkServer(query: Query): Promise<void> {
  const [row] = await query<{ server_version: string }>('SHOW server_version');
  const version = row?.server_version ?? 'unknown';
  if (!(Number.parseInt(version) >= OLDEST_SERVER)) {
    throw new StartError(`The database is PostgreSQL ${version}; Lacquer needs ${OLDEST_SERVER} or newer.`);
  }
}

/** @throws StartError when the tables were created, or changed, by a newer version of Lacquer. */
export async function checkNotNewer(query: Query): Promise<void> {
  const known = new Set(names());
  const unknown = (await applied(query)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database belongs to a newer version of Lacquer (it has ${unknown.at(-1)}). ` +
        'Start that version, or restore a backup that was made before the upgrade.',
    );
  }
}

/** @throws StartError when the server or its tables do not fit this version. */
export async function checkSchema(query: Query): Promise<void> {
  await checkServer(query);
  await checkNotNewer(query);
  const there = new Set(await applied(query));
  if (names().some((name) => !there.has(name))) {
    throw new StartError(
      'The database has not been brought up to this version of Lacquer: run `npm run migrate` first.',
    );
  }
}

function names(): string[] {
  return migrations.map((Migration) => new Migration().name ?? Migration.name);
}

/** Oldest first; an empty list for an empty database. */
async function applied(query: Query): Promise<string[]> {
  const [table] = await query<{ found: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS found`);
  if (!table?.found) return [];
  return (await query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp')).map(({ name }) => name);
}
