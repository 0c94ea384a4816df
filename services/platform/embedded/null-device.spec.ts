import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { isRoot, unprivileged } from '../tasks/confined.js';
import { nullDeviceFault } from './null-device.js';

const identity = isRoot() ? unprivileged() : undefined;

it('finds no fault with the null device of this machine', () => {
  expect(nullDeviceFault(identity)).toBeUndefined();
});

it('says that a file in its place cannot be written, or is not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacquer-null-'));
  await chmod(folder, 0o755);
  const path = join(folder, 'null');
  expect(nullDeviceFault(identity, path)).toContain(`cannot read and write ${path}, which is not a device`);
  await writeFile(path, '');
  for (const [mode, isUsable] of [
    [0o222, false],
    [0o444, false],
    [0o666, true],
  ] as const) {
    await chmod(path, mode);
    expect(nullDeviceFault(identity, path) === undefined).toBe(isUsable);
  }
  await rm(folder, { recursive: true });
});
