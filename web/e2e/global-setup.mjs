// Starts real portals, as `npm start` does, each with its own data directory and port: one for each of Jest's workers,
// because the tests of two files would change each other's demo data.
import { makeDataDir, removeDataDir, startPortal } from './launcher.mjs';

export default async function setUp({ maxWorkers }) {
  if (!process.env.TEST_CHROMIUM) return;
  const started = await Promise.all(Array.from({ length: maxWorkers }, start));
  process.env.E2E_URLS = started.map(({ url }) => url).join(' ');
  globalThis.stopApp = () => Promise.all(started.map(({ stop }) => stop()));
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
