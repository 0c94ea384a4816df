// The real thing for the browser tests: what `npm start` runs, on a data directory and ports of its own.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function setUp() {
  if (!process.env.TEST_CHROMIUM) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-e2e-'));
  const launcher = spawn(process.execPath, ['--enable-source-maps', 'dist/launcher/main.js'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.env.E2E_URL = await address(launcher);
  globalThis.stopApp = async () => {
    const ended = new Promise((resolve) => launcher.once('exit', resolve));
    launcher.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

function address(launcher) {
  return new Promise((resolve, reject) => {
    let output = '';
    launcher.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /runs at (http\S+)/.exec(output);
      if (found) resolve(found[1]);
    });
    launcher.once('exit', () => reject(new Error(`The app did not start:\n${output}`)));
  });
}
