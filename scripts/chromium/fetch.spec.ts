import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fetchChromium } from './fetch.mjs';

// Elsewhere Playwright's installer is used, which leaves other files.
const itOnLinux = process.platform === 'linux' && process.arch === 'x64' ? it : it.skip;

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lacquer-chromium-'));
  jest.replaceProperty(process, 'env', {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: join(parent, 'cache'),
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  return rm(parent, { recursive: true });
});

itOnLinux(
  'fetching Chromium without a registry fails with the reason, and leaves nothing that looks whole',
  async () => {
    const folder = join(parent, 'chromium');
    await expect(fetchChromium(process.execPath, folder)).rejects.toThrow('ECONNREFUSED');
    await expect(access(folder)).rejects.toThrow('ENOENT');
  },
);

itOnLinux('a Chromium that was fetched before is used again, and says why it does not run', async () => {
  const folder = join(parent, 'chromium');
  await mkdir(folder);
  const start = '#!/bin/sh\necho "chromium: libnspr4.so: cannot open shared object file" >&2; exit 127\n';
  await writeFile(join(folder, 'start'), start, { mode: 0o755 });
  await expect(fetchChromium(process.execPath, folder)).rejects.toThrow('libnspr4.so: cannot open');
});
