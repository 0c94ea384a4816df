import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makePrivate } from '../private-folder.js';
import { StartError } from '../start.js';
import { DataLock } from './data-lock.js';
import { runningPostgres, startPostgres } from './postgres.js';

/** Where `npm start` keeps the secret that it generated. */
export const secretPath = (dataDir: string): string => join(dataDir, 'secret');

/**
 * The environment of a command that works beside a running Lacquer, with the embedded database and the secret in
 * DATA_DIR filled in as `npm start` does.
 * @throws StartError when no database is named and none runs there.
 */
export async function settingsBeside(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.DATABASE_URL) return env;
  const dataDir = dataDirOf(env);
  const url = await runningPostgres(join(dataDir, 'postgres'));
  if (!url)
    throw new StartError(`Lacquer does not run on ${dataDir}: start it first, or set DATABASE_URL or DATA_DIR.`);
  return completed(env, dataDir, url);
}

/** Runs a command with the same environment, on an embedded database of its own while Lacquer does not run. */
export async function withSettings<T>(
  env: NodeJS.ProcessEnv,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const dataDir = dataDirOf(env);
  if (env.DATABASE_URL || (await runningPostgres(join(dataDir, 'postgres')))) return work(await settingsBeside(env));
  await makePrivate(dataDir);
  const lock = new DataLock(dataDir);
  if (!lock.take()) throw new StartError(`Lacquer is starting or stopping on ${dataDir}: try again in a moment.`);
  try {
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: 0 });
    try {
      return await work(await completed(env, dataDir, postgres.url));
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}

const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env.DATA_DIR || '.data');

async function completed(env: NodeJS.ProcessEnv, dataDir: string, url: string): Promise<NodeJS.ProcessEnv> {
  if (env.SECRET || env.SECRET_FILE) return { ...env, DATABASE_URL: url };
  const kept = (await readFile(secretPath(dataDir), 'utf8').catch(() => '')).trim();
  return { ...env, DATABASE_URL: url, SECRET: kept || 'none is needed before the first start' };
}

/** Gives a restored installation the secret that signed its links and sessions, unless it has one. */
export async function keepSecret(dataDir: string, secret: string): Promise<void> {
  await writeFile(secretPath(dataDir), secret, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
