import { describe, expect, it } from '@jest/globals';
import { admFile } from '../../testing/audio/adm.js';
import { type AdmHeader, readAdm } from './adm.js';

const whole = admFile({ seconds: 0.1, bed: 10, objects: 4 });
const at = (id: string) => whole.indexOf(id) + 8;
const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
});
const read = (bytes: Buffer) => readAdm(sourceOf(bytes));
const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(whole);
  change(bytes);
  return bytes;
};
const header = async (bytes: Buffer) => (await read(bytes)) as AdmHeader;

describe('an ADM BWF', () => {
  it('is read with its bed, speakers and objects', async () => {
    expect(await read(whole)).toMatchObject({
      format: { channels: 14, validBits: 24, sampleRateHz: 48_000 },
      frames: 4800,
      cut: [],
      hasAxml: true,
      objects: 4,
      unnamed: 0,
      absent: 0,
    });
    const { bed } = await header(whole);
    expect(bed.map(({ speaker }) => speaker)).toEqual(['L', 'R', 'C', 'LFE', 'Lss', 'Rss', 'Lrs', 'Rrs', 'Lts', 'Rts']);
  });

  it('that is truncated anywhere is read as far as possible, or reports the reason', async () => {
    for (let length = 0; length < at('data') + 20; length += 1) {
      const found = await read(whole.subarray(0, length));
      if (typeof found === 'string') expect(found).toMatch(/^(?:no_wave|no_chna|cut_short|format)$/);
      else expect(found.cut).toContain('data');
    }
  });

  it('whose data size ends within the sound is not measured', async () => {
    const short = changed((bytes) => bytes.writeUInt32LE(bytes.readUInt32LE(at('data') - 4) / 2, at('data') - 4));
    expect(await read(short)).toBe('two_ways');
  });

  it('with a chna that is too short, names no channel, or names missing channels', async () => {
    const many = changed((bytes) => bytes.writeUInt16LE(0xffff, at('chna') + 2));
    expect(await header(many)).toMatchObject({ cut: ['chna'], objects: 4 });
    const none = changed((bytes) => bytes.writeUInt16LE(0, at('chna') + 2));
    expect(await header(none)).toMatchObject({ objects: 0, bed: [], unnamed: 14 });
    const absent = changed((bytes) => bytes.writeUInt16LE(200, at('chna') + 4));
    expect(await header(absent)).toMatchObject({ unnamed: 1, absent: 1 });
    const garbage = changed((bytes) => bytes.fill(0xff, at('chna') + 4, at('chna') + 4 + 14 * 40));
    expect(await header(garbage)).toMatchObject({ objects: 0, bed: [], unnamed: 14, absent: 1 });
  });

  it('with an axml that is longer than the file, or not XML, has a bed without names', async () => {
    const noise = changed((bytes) => bytes.fill(0x3c, at('axml'), whole.indexOf('data')));
    const { bed } = await header(noise);
    expect(bed.map(({ speaker }) => speaker)).toEqual(Array(10).fill(null));
    const last = Buffer.concat([
      whole.subarray(0, at('axml') - 8),
      whole.subarray(at('data') - 8),
      whole.subarray(at('axml') - 8, at('axml') + 400),
    ]);
    expect((await header(last)).cut).toEqual(['axml']);
  });

  it.each([
    ['no channels', 2, 0],
    ['8 bits', 14, 8],
    ['floats of 24 bits', 0, 3],
    ['a compressed format', 0, 85],
    ['no rate', 4, 0],
    ['64-bit integers', 14, 64],
  ])('with %s in its header is not measured', async (_, offset, value) => {
    const bytes = changed((file) => {
      file.writeUInt16LE(value, at('fmt ') + offset);
      if (offset === 4) file.writeUInt16LE(0, at('fmt ') + 6);
    });
    expect(await read(bytes)).toBe('format');
  });

  it('is not recognised without chna or a RIFF header', async () => {
    expect(await read(changed((bytes) => bytes.write('junk', at('chna') - 8, 'latin1')))).toBe('no_chna');
    expect(await read(Buffer.from('not a file of sound at all'))).toBe('no_wave');
  });
});
