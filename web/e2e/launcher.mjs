// A portal as `npm start` runs it, on a data directory and a port of its own.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'lacquer-e2e-'));

export const removeDataDir = (dataDir) => rm(dataDir, { recursive: true, force: true });

export async function startPortal(dataDir, settings = {}) {
  const launcher = spawn(process.execPath, ['--enable-source-maps', 'dist/launcher/main.js'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    launcher.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /runs at (http\S+\d)/.exec(said);
      if (found) resolve(found[1]);
    });
    launcher.once('exit', () => reject(new Error(`The app did not start:\n${said}`)));
  });
  return {
    url,
    /** What it has said so far. */
    said: () => said,
    stop: () =>
      new Promise((resolve) => {
        launcher.once('exit', resolve);
        launcher.kill('SIGTERM');
      }),
  };
}
