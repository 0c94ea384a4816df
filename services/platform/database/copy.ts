import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { StartError } from '../start.js';
import { createClient } from './client.js';
import { createDataSource } from './database.js';
import { migrations } from './migrations/index.js';
import { checkNotNewer, checkServer } from './schema-check.js';

/** One table of a dump: its columns in the order of its rows. */
export interface DumpedTable {
  name: string;
  columns: string[];
  rows: number;
}

interface Target {
  /** Writes the rows of a table; resolves when they are written. */
  write(name: string, rows: Readable): Promise<void>;
}

interface Source {
  read(name: string): NodeJS.ReadableStream;
}

export interface Dump {
  /** The migrations that created the tables, oldest first. */
  migrations: string[];
  tables: DumpedTable[];
  sequences: { name: string; value: string; called: boolean }[];
}

const MIGRATIONS = 'migrations';

/**
 * Copies every table of the application as of one moment, `at`. The queue's own tables are left out: events without a
 * result are relayed again after a restoration.
 */
export async function dumpDatabase(databaseUrl: string, target: Target): Promise<{ at: Date; dump: Dump }> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The first statement determines which rows all others see.
    const { rows: moments } = await client.query<{ at: Date }>('SELECT statement_timestamp() AS at');
    const { rows: made } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');
    const tables: DumpedTable[] = [];
    for (const { name, columns } of await tablesOf(client)) {
      const stream = client.query(to(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`));
      await target.write(name, stream);
      tables.push({ name, columns, rows: stream.rowCount });
    }
    const { rows: sequences } = await client.query<Dump['sequences'][number]>(
      `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS called
       FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
    );
    await client.query('COMMIT');
    return { at: moments[0]!.at, dump: { migrations: made.map(({ name }) => name), tables, sequences } };
  });
}

/**
 * Fills an empty database: creates the tables as they were, copies the rows and migrates to this version.
 * @throws StartError when the database has tables already, or the dump is of a newer version.
 */
export async function restoreDatabase(databaseUrl: string, dump: Dump, source: Source): Promise<void> {
  const known = migrations.map((Migration) => new Migration().name ?? Migration.name);
  const unknown = dump.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new StartError(`The backup is of a newer version of Lacquer (it has ${unknown.at(-1)}).`);
  await withClient(databaseUrl, async (client) => {
    const query = async <T>(sql: string) => (await client.query(sql)).rows as T[];
    await checkServer(query);
    await checkNotNewer(query);
    if ((await tablesOf(client)).length > 0)
      throw new StartError('The database is not empty: restore into an empty one.');
    await migrateTo(databaseUrl, dump.migrations);
    await client.query('BEGIN');
    const keys = await dropForeignKeys(client);
    const tables = await tablesOf(client);
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    // eslint-disable-next-line lacquer/own-tables -- A restoration fills every table, whoever owns it.
    await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    for (const { name, columns } of dump.tables) {
      const copy = client.query(from(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`));
      await pipeline(source.read(name), copy);
    }
    for (const { name, value, called } of dump.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called]);
    for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`);
    await client.query('UPDATE outbox SET relayed_at = NULL WHERE relayed_at > now() - interval $$1 day$$');
    await client.query('COMMIT');
  });
}

/** No mail leaves a restored installation until its operator releases it. The database must be of this version. */
export async function holdMail(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query('UPDATE installation SET mail_held_since = now()'));
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ connectionString: databaseUrl, application_name: 'lacquer backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function tablesOf(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> $1
     GROUP BY c.relname ORDER BY c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

async function dropForeignKeys(client: Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const row of rows) {
    row.table = row.table.replaceAll('"', '');
    await client.query(`ALTER TABLE ${quoted(row.table)} DROP CONSTRAINT ${quoted(row.name)}`);
  }
  return rows;
}

async function migrateTo(databaseUrl: string, names: string[]): Promise<void> {
  const source = createDataSource(
    {
      url: databaseUrl,
      entities: [],
      poolSize: 1,
      applicationName: 'lacquer backup',
      onPoolError: () => undefined,
    },
    migrations.filter((Migration) => names.includes(new Migration().name ?? Migration.name)),
  );
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
