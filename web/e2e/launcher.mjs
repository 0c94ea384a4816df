// A portal as `npm start` runs it, with its own data directory and port.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'lacquer-e2e-'));

export const removeDataDir = (dataDir) => rm(dataDir, { recursive: true, force: true });

export async function startPortal(dataDir, settings = {}) {
  const launcher = spawn(process.execPath, ['--enable-source-maps', 'dist/launcher/main.js'], {
    // Each start would otherwise compile the same modules again.
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      NODE_COMPILE_CACHE: cache,
      DATA_DIR: dataDir,
      PORT: '0',
      ...settings,
    },
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
    /** Output so far. */
    said: () => said,
    stop: () =>
      new Promise((resolve) => {
        launcher.once('exit', resolve);
        launcher.kill('SIGTERM');
      }),
  };
}

/** Starts a portal in production mode with the settings that production requires; mail is kept in a folder. */
export async function startInProduction(dataDir) {
  const port = String(await freePort());
  const decided = { NODE_ENV: 'production', SMTP_URL: 'none', LOG_LEVEL: 'silent' };
  return startPortal(dataDir, { ...decided, PORT: port, PUBLIC_URL: `http://localhost:${port}` });
}

/**
 * Ports below the system's ephemeral range, from which an outgoing connection could take the port before the portal
 * does.
 */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const isFree = await new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
