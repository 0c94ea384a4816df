import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from '../platform/config.js';
import { keepSecret, secretPath, withSettings } from '../platform/embedded/settings.js';
import { runPart, StartError } from '../platform/start.js';
import { createStorage } from '../platform/storage/create.js';
import { backUp } from './backup.js';
import { restore } from './restore.js';

const USAGE = `npm run backup -- FOLDER     copies database and objects into the folder; again later: what is new
npm run restore -- FOLDER    fills an empty installation from it`;

await runPart(async () => {
  const [command = '', folder, ...more] = process.argv.slice(2);
  const work = { backup: backUp, restore }[command];
  if (!work || !folder || more.length > 0) throw new StartError(USAGE);
  await withSettings(process.env, async (env) => {
    const config = loadConfig(env);
    const storage = createStorage(config);
    await storage.open();
    console.log(await work(config, storage, folder));
    if (command === 'backup') await copySecret(config, folder);
    else if (!process.env.DATABASE_URL) await returnSecret(config, folder);
  });
});

/** Only where the installation made it itself; who chose one keeps it elsewhere. */
async function copySecret({ dataDir }: Config, folder: string): Promise<void> {
  const secret = await readFile(secretPath(dataDir), 'utf8').catch(() => '');
  if (secret) await writeFile(join(folder, 'secret'), secret, { mode: 0o600 });
}

async function returnSecret({ dataDir }: Config, folder: string): Promise<void> {
  const secret = await readFile(join(folder, 'secret'), 'utf8').catch(() => '');
  if (secret) await keepSecret(dataDir, secret);
}
