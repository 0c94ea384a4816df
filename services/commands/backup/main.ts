import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../platform/config.js';
import { keepSecret, secretPath, withSettings } from '../../platform/embedded/settings.js';
import { runPart, StartError } from '../../platform/start.js';
import { createStorage } from '../../platform/storage/create.js';
import { backUp } from './backup.js';
import { restore } from './restore.js';
import { verify } from './verify.js';

const USAGE = `npm run backup -- FOLDER                       copies database and objects into the folder; again later: what is new
npm run backup -- --verify FOLDER              reads a whole backup and says what is missing or damaged
npm run restore -- FOLDER                      fills an empty installation from it
npm run restore -- --without-damaged FOLDER    restores the rest of a backup in which objects are damaged`;

await runPart(async () => {
  const [command = '', ...rest] = process.argv.slice(2);
  const options = rest.filter((word) => word.startsWith('--'));
  const [folder, ...more] = rest.filter((word) => !word.startsWith('--'));
  const option = { backup: '--verify', restore: '--without-damaged' }[command];
  if (!option || !folder || more.length > 0 || options.some((word) => word !== option)) throw new StartError(USAGE);
  if (options.includes('--verify')) return console.log(await verify(folder));
  await withSettings(process.env, async (env) => {
    const config = loadConfig(env);
    const storage = createStorage(config);
    await storage.open();
    if (command === 'backup') {
      console.log(await backUp(config, storage, folder));
      await copySecret(config, folder);
    } else {
      console.log(await restore(config, storage, folder, { withoutDamaged: options.length > 0 }));
      if (!process.env.DATABASE_URL) await returnSecret(config, folder);
    }
  });
});

/** Only if the installation generated it; an operator who chose a secret keeps it elsewhere. */
async function copySecret({ dataDir }: Config, folder: string): Promise<void> {
  const secret = await readFile(secretPath(dataDir), 'utf8').catch(() => '');
  if (secret) await writeFile(join(folder, 'secret'), secret, { mode: 0o600 });
}

async function returnSecret({ dataDir }: Config, folder: string): Promise<void> {
  const secret = await readFile(join(folder, 'secret'), 'utf8').catch(() => '');
  if (secret) await keepSecret(dataDir, secret);
}
