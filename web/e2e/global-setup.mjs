// Starts real portals, as `npm start` does, each with its own data directory and port: one for each of Jest's workers,
// because the tests of two files would change each other's demo data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir, removeDataDir, startPortal } from './launcher.mjs';

export default async function setUp({ maxWorkers, nonFlagArgs }) {
  if (!process.env.TEST_CHROMIUM) return;
  const count = Math.min(maxWorkers, filesThatNeedOne(nonFlagArgs));
  const started = await Promise.all(Array.from({ length: count }, start));
  process.env.E2E_URLS = started.map(({ url }) => url).join(' ');
  globalThis.stopApp = () => Promise.all(started.map(({ stop }) => stop()));
}

/** How many test files use a portal that is started here, of those that match one of the patterns, if there are any. */
function filesThatNeedOne(patterns) {
  return readdirSync(import.meta.dirname, { recursive: true })
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => join(import.meta.dirname, name))
    .filter((path) => patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern).test(path)))
    .filter((path) => readFileSync(path, 'utf8').includes('appUrl')).length;
}

async function start() {
  const dataDir = await makeDataDir();
  const portal = await startPortal(dataDir);
  const stop = async () => {
    await portal.stop();
    await removeDataDir(dataDir);
  };
  return { url: portal.url, stop };
}
