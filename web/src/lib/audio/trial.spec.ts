import { expect, it } from '@jest/globals';
import { UnplayableError } from './coded-audio';
import { fakeMp3 } from './mp3.testing';
import { openCoded } from './open-coded';
import { assertWhole } from './trial';

it('an MP3 that another one was joined to is not whole for a browser', async () => {
  const file = Buffer.concat([fakeMp3(300, 48_000), fakeMp3(300, 44_100)]);
  const read = (from: number, to: number) => Promise.resolve(new Uint8Array(file.subarray(from, to)).buffer);
  const { layout } = await openCoded({ read, sizeBytes: () => file.length }, new AbortController().signal);
  const seconds = (300 * 1152) / 48_000;
  expect(() => assertWhole(layout, 2 * seconds)).toThrow(UnplayableError);
  expect(() => assertWhole(layout, seconds)).not.toThrow();
  expect(() => assertWhole(layout, null)).not.toThrow();
});
