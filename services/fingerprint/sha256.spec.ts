import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { Sha256 } from './sha256.js';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('is that of Node for every length around a block', () => {
  for (let length = 0; length <= 260; length++) {
    const bytes = randomBytes(length);
    expect(new Sha256().update(bytes).digest()).toBe(expected(bytes));
  }
});

it('does not depend on how the bytes arrive', () => {
  const bytes = randomBytes(100_000);
  for (const size of [1, 63, 64, 65, 1_000, 65_536]) {
    const hash = new Sha256();
    for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size));
    expect([size, hash.digest()]).toEqual([size, expected(bytes)]);
  }
});

it('counts more than 512 MB of bits', () => {
  const part = Buffer.alloc(1 << 20, 'x');
  const [hash, node] = [new Sha256(), createHash('sha256')];
  for (let n = 0; n < 513; n++) {
    hash.update(part);
    node.update(part);
  }
  expect(hash.digest()).toBe(node.digest('hex'));
});
