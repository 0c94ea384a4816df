import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../testing/audio/audio.js';
import { areInstalled } from '../../testing/programs.js';
import { useRunner } from './runner.testing.js';

const { folder, make, analyse } = useRunner();

/** Where STREAMINFO has the MD5, behind 'fLaC' and the block's header. */
const MD5_AT = 4 + 4 + 18;

const written = (bits: number) => {
  const file = readFileSync(make(`plain-${bits}.flac`, { format: 'flac', bits, durationS: 1 }));
  return { file, md5: file.subarray(MD5_AT, MD5_AT + 16) };
};

async function read(file: Buffer) {
  const path = join(folder, 'changed.flac');
  writeFileSync(path, file);
  const { facts } = await analyse(path);
  return { md5: facts.flacMd5, warnings: facts.warnings.map(({ code, message }) => `${code}: ${message}`) };
}

describe('the MD5 of a FLAC', () => {
  it.each([16, 24])('is that of the decoded samples (%d bits)', async (bits) => {
    const { file, md5 } = written(bits);
    expect(await read(file)).toEqual({
      md5: { stored: md5.toString('hex'), decoded: md5.toString('hex') },
      warnings: [],
    });
  });

  it('that is wrong is a warning', async () => {
    const { file, md5 } = written(16);
    const decoded = md5.toString('hex');
    file[MD5_AT]! ^= 1;
    const { md5: found, warnings } = await read(file);
    expect(found).toMatchObject({ decoded });
    expect(found!.stored).not.toBe(decoded);
    expect(warnings).toEqual([
      'wrong_md5: The MD5 in its header is not that of its sound: stores and other programs refuse it. Please encode it again.',
    ]);
  });

  it('that is not set is known, with the right one', async () => {
    const { file, md5 } = written(24);
    const decoded = md5.toString('hex');
    md5.fill(0);
    expect((await read(file)).md5).toEqual({ stored: null, decoded });
  });

  it('is not blamed on the encoder where the file is damaged or cut off', async () => {
    const { file } = written(16);
    const cut = (await read(file.subarray(0, file.length / 2))).warnings.join();
    expect([cut.includes('truncated'), cut.includes('wrong_md5')]).toEqual([true, false]);
  });

  it('does not exist in other formats', async () => {
    const { facts } = await analyse(make('plain.wav', { format: 'wav', durationS: 1 }));
    expect(facts.flacMd5).toBeNull();
  });
});

const installed = areInstalled(['flac'], 'the MD5 of FLACs of every word length');
(installed ? describe : describe.skip)('the MD5 that flac writes', () => {
  it.each([
    [8, 1, 8],
    [16, 6, 16],
    [24, 2, 20],
    [24, 3, 24],
    [32, 2, 32],
  ])('is that of the decoded samples (%d bits, %d channels, %d bits valid)', async (bits, channels, validBits) => {
    const [wave, path] = [join(folder, 'source.wav'), join(folder, 'encoded.flac')];
    const extensible = { validBits, mask: 2 ** channels - 1 };
    makeAudioFile(wave, { format: 'wav', bits, channels, durationS: 0.5, dither: false, wave: { extensible } });
    if (validBits < bits) dropBits(wave, bits, validBits);
    rmSync(path, { force: true });
    const { status, stderr } = spawnSync('flac', ['-s', '--channel-map=none', '-o', path, wave], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const { facts } = await analyse(path);
    expect(facts).toMatchObject({ bitsStored: validBits, channels });
    expect(facts.flacMd5!.stored).toMatch(/^[\da-f]{32}$/);
    expect(facts.flacMd5!.decoded).toBe(facts.flacMd5!.stored);
  });
});

/** Clears the bits of 24-bit samples that are not valid. */
function dropBits(path: string, bits: number, validBits: number): void {
  const file = readFileSync(path);
  for (let at = 68; at < file.length; at += bits / 8) file[at]! &= 0xff << (bits - validBits);
  writeFileSync(path, file);
}
