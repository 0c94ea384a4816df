import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartError } from '../start.js';
import { runningPostgres } from './postgres.js';

/**
 * The environment of a command that works beside a running Lacquer: completed, as `npm start` completes it, by the
 * embedded database and the secret in DATA_DIR.
 * @throws StartError when no database is named and none runs there.
 */
export async function settingsBeside(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.DATABASE_URL) return env;
  const dataDir = resolve(env.DATA_DIR || '.data');
  const url = await runningPostgres(join(dataDir, 'postgres'));
  if (!url)
    throw new StartError(`Lacquer does not run on ${dataDir}: start it first, or set DATABASE_URL or DATA_DIR.`);
  const secret = env.SECRET || (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => '')).trim();
  return { ...env, DATABASE_URL: url, SECRET: secret };
}
