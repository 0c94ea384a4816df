// Starts a real portal, as `npm start` does, with its own data directory and ports.
import { makeDataDir, removeDataDir, startPortal } from './launcher.mjs';

export default async function setUp() {
  if (!process.env.TEST_CHROMIUM) return;
  const dataDir = await makeDataDir();
  const portal = await startPortal(dataDir);
  process.env.E2E_URL = portal.url;
  globalThis.stopApp = async () => {
    await portal.stop();
    await removeDataDir(dataDir);
  };
}
