import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { aiffFile, wave64File, waveFile, type WaveSettings } from '../../testing/audio/audio-containers.js';
import { useRunner } from './runner.testing.js';

const { folder, make, probe, analyse } = useRunner();

const SECONDS = 3;
const FORMAT = { sampleRateHz: 44_100, channels: 2, bits: 16, float: false };
const SAMPLE_BYTES = SECONDS * 44_100 * 4;

/** Where a FLAC's first block has the sample rate, in 20 bits. */
const RATE_AT = 4 + 4 + 10;

/** A good file with a change. */
function changed(extension: string, change: (file: Buffer) => Buffer): string {
  const path = join(folder, `changed.${extension}`);
  const format = extension as 'wav' | 'w64' | 'aiff' | 'flac';
  writeFileSync(path, change(readFileSync(make(`plain.${extension}`, { format, durationS: SECONDS }))));
  return path;
}

const samplesOf = (file: Buffer) => file.subarray(-SAMPLE_BYTES);
const wave = (samples: Buffer, settings: Partial<WaveSettings> = {}) => waveFile(samples, { ...FORMAT, ...settings });

/** A file as its header was when half of the sound was written, followed by the other half. */
function unfinished(file: Buffer, of: (half: Buffer) => Buffer): Buffer {
  const [first, second] = [samplesOf(file).subarray(0, SAMPLE_BYTES / 2), samplesOf(file).subarray(SAMPLE_BYTES / 2)];
  return Buffer.concat([of(first), second]);
}

const HALF_MORE = 'Its header ends the sound after 1.5 s, but 1.5 s more look like sound and are read.';
const ALL_BUT_ONE_MORE =
  'Its header ends the sound after 1 sample per channel, but 3.0 s more look like sound and are read.';

describe('a header that is wrong', () => {
  it.each<[name: string, extension: string, change: (file: Buffer) => Buffer, message: string]>([
    [
      'WAV with much text behind it',
      'wav',
      (file) => Buffer.concat([file, Buffer.alloc(10_000, 'text')]),
      'It has a header that can be read in two ways: as 132300 samples per channel and as 134800. Please save it again.',
    ],
    [
      'WAV with some text behind it',
      'wav',
      (file) => Buffer.concat([file, Buffer.alloc(5_000, 'text')]),
      '5,000 bytes at its end are not part of it, and not read.',
    ],
    [
      'FLAC with zeros behind it',
      'flac',
      (file) => Buffer.concat([file, Buffer.alloc(5_000)]),
      '5,000 bytes at its end are not part of it, and not read.',
    ],
    [
      'FLAC with another rate',
      'flac',
      (file) => {
        file.writeUIntBE((48_000 << 4) | (file[RATE_AT + 2]! & 0x0f), RATE_AT, 3);
        return file;
      },
      'Its header says 48000 Hz, but its frames say 44100 Hz. Other programs may refuse it.',
    ],
    [
      'two WAVs in one file',
      'wav',
      (file) => Buffer.concat([file, file]),
      `${(44 + SAMPLE_BYTES).toLocaleString('en-US')} bytes at its end are not part of it, and not read.`,
    ],
    [
      'two AIFFs in one file',
      'aiff',
      (file) => Buffer.concat([file, file]),
      `${(54 + SAMPLE_BYTES).toLocaleString('en-US')} bytes at its end are not part of it, and not read.`,
    ],
    ['WAV written to its half', 'wav', (file) => unfinished(file, wave), HALF_MORE],
    ['WAV of four bytes', 'wav', (file) => wave(samplesOf(file), { soundSize: 4 }), ALL_BUT_ONE_MORE],
    ['RF64 written to its half', 'wav', (file) => unfinished(file, (half) => wave(half, { form: 'RF64' })), HALF_MORE],
    ['Wave64 written to its half', 'w64', (file) => unfinished(file, (half) => wave64File(half, FORMAT)), HALF_MORE],
    ['AIFF written to its half', 'aiff', (file) => unfinished(file, (half) => aiffFile(half, FORMAT)), HALF_MORE],
    [
      'RF64 whose ds64 counts the peaks as sound',
      'wav',
      (file) => {
        const levl = { id: 'levl', body: Buffer.alloc(7_048, 0x55) };
        return wave(samplesOf(file), { form: 'RF64', longSize: SAMPLE_BYTES + 7_056, after: [levl] });
      },
      'Its header counts 1,764 samples per channel of other data as sound, which other programs may play as noise.',
    ],
  ])('is named, and all sound is read: %s', async (_name, extension, change, message) => {
    const path = changed(extension, change);
    const header = await probe(path);
    const { facts } = await analyse(path);
    expect(facts.warnings.map((warning) => warning.message)).toEqual([message]);
    expect([header.durationS, facts.durationS, facts.complete]).toEqual([SECONDS, SECONDS, true]);
    expect(Math.abs(facts.loudness.integratedLufs! + 18)).toBeLessThan(0.1);
  });

  it.each([
    [-16, 'Its header says 132284 samples per channel, but there are 132300.'],
    [16, 'The file was cut off: 16 samples per channel are missing.'],
  ])('warns of a FLAC whose header counts %d samples more', async (more, message) => {
    const path = changed('flac', (file) => {
      file.writeUInt32BE(file.readUInt32BE(22) + more, 22);
      return file;
    });
    const { facts } = await analyse(path);
    expect(facts.warnings[0]!.message).toBe(message);
  });

  it('is named where no reading of it is better', async () => {
    const counted = { ...FORMAT, frames: SAMPLE_BYTES / 4 + 16 };
    const { facts } = await analyse(changed('aiff', (file) => aiffFile(samplesOf(file), counted)));
    expect(facts.warnings[0]!.message).toBe(
      'It has a header that can be read in two ways: as 132300 samples per channel and as 132316. Please save it again.',
    );
  });

  it('keeps its speakers where the sound is read without it', async () => {
    const extensible = { validBits: 16, mask: 0x107 };
    const good = make('speakers.wav', { format: 'wav', channels: 4, durationS: 1, wave: { extensible } });
    const { played } = (await analyse(good)).facts;
    expect(played!.mix).toEqual([
      [1, 0, Math.SQRT1_2, 0.5],
      [0, 1, Math.SQRT1_2, 0.5],
    ]);
    const open = join(folder, 'open.wav');
    const file = readFileSync(good);
    writeFileSync(open, file.fill(0xff, 64, 68));
    expect((await analyse(open)).facts).toMatchObject({ played, channels: 4, durationS: 1 });
  });
});
