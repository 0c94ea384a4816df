import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe } from '@jest/globals';
import { layOutZip } from './layout.js';
import { describePrograms, writeArchive } from './programs.testing.js';

const LARGE = 2 ** 32 + 5;
const MIB = 1 << 20;

function crcOfZeros(sizeBytes: number): number {
  const zeros = Buffer.alloc(MIB);
  let crc = 0;
  for (let left = sizeBytes; left > 0; left -= MIB) crc = crc32(zeros.subarray(0, Math.min(left, MIB)), crc);
  return crc;
}

describe('an archive with a file of more than 4 GiB and one after it', () => {
  describePrograms('is accepted', async (path) => {
    const modifiedAt = new Date();
    const small = randomBytes(1_000);
    const entry = (name: string) => ({ name, sizeBytes: 1_000, crc32: crc32(small), modifiedAt, source: small });
    const large = { name: 'large.wav', sizeBytes: LARGE, crc32: crcOfZeros(LARGE), modifiedAt, source: null };
    await writeArchive(path, layOutZip<Buffer | null>([entry('before.wav'), large, entry('behind.wav')]));
  });
});

describe('an archive of more than 65,535 files', () => {
  describePrograms('is accepted', async (path) => {
    const entries = Array.from({ length: 70_000 }, (_, n) => {
      const bytes = Buffer.from(String(n));
      return { name: `${n}.txt`, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt: new Date(), source: bytes };
    });
    await writeArchive(path, layOutZip(entries));
  });
});
