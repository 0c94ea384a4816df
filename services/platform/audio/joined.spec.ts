import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { id3Length } from '../../audio-headers/find-audio.js';
import { mpegFrameLength } from '../../audio-headers/mpeg-frames.js';
import type { AudioFileSettings } from '../../testing/audio/audio.js';
import { id3Tag } from '../../testing/audio/audio-containers.js';
import { apeOf, id3v1Of } from '../../testing/audio/tags.js';
import { useRunner } from './runner.testing.js';

const { folder, runner, make, analyse } = useRunner();

const SECONDS = 2;
const ID3V1 = id3v1Of('Glass', 'Ada', '', 1);
type Part = Omit<AudioFileSettings, 'format'>;
const part = (format: 'mp3' | 'flac', settings: Part): Buffer =>
  readFileSync(make(`part.${format}`, { format, durationS: SECONDS, ...settings }));

/** Files one after the other, in one. */
function joined(format: 'mp3' | 'flac', ...parts: Buffer[]): string {
  const path = join(folder, `joined.${format}`);
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** The frames of an MP3 without the one that contains its length. */
function bare(file: Buffer): Buffer {
  const start = id3Length(file);
  return file.subarray(start + mpegFrameLength(file, start)!);
}

const read = async (path: string) => {
  const { facts } = await analyse(path);
  const { durationS, complete, sampleRateHz, channels, flacMd5 } = facts;
  const messages = facts.warnings.filter(({ code }) => !code.startsWith('abrupt')).map(({ message }) => message);
  return { durationS, complete, format: [sampleRateHz, channels], messages, facts, flacMd5 };
};

const SAYS = 'Its header says 0:02, but there are 0:04 of sound.';

describe('files that were joined', () => {
  it.each<['mp3' | 'flac', Part, Part, string]>([
    ['mp3', { sampleRateHz: 44_100 }, { sampleRateHz: 48_000 }, 'Its sample rate changes at 2.0 s.'],
    [
      'mp3',
      { sampleRateHz: 48_000 },
      { sampleRateHz: 22_050, channels: 1 },
      'Its sample rate and number of channels change at 2.0 s.',
    ],
    ['mp3', { channels: 2 }, { channels: 1 }, 'Its number of channels changes at 2.0 s.'],
    ['mp3', { channels: 1 }, { channels: 2 }, 'Its number of channels changes at 2.0 s.'],
    ['flac', { sampleRateHz: 96_000 }, { sampleRateHz: 44_100 }, 'Its sample rate changes at 2.0 s.'],
    ['flac', { channels: 1 }, { channels: 2 }, 'Its number of channels changes at 2.0 s.'],
    ['flac', { channels: 2 }, { channels: 6 }, 'Its number of channels changes at 2.0 s.'],
    ['flac', { channels: 6 }, { channels: 2 }, 'Its number of channels changes at 2.0 s.'],
  ])('are read as a whole: %s, %p and %p', async (format, first, second, change) => {
    const one = part(format, first);
    const { durationS, complete, messages, facts } = await read(joined(format, one, part(format, second)));
    expect(Math.abs(durationS - 2 * SECONDS)).toBeLessThan(0.1);
    expect([complete, facts.sampleRateHz, facts.channels]).toEqual([
      true,
      first.sampleRateHz ?? 44_100,
      first.channels ?? 2,
    ]);
    expect(messages).toEqual([SAYS, `${change} Other programs may stop there.`]);
    expect(facts.flacMd5).toBeNull();
    expect(Math.abs(facts.loudness.integratedLufs! + 18)).toBeLessThan(3.5);
  });

  it('are heard at one level, whatever their channels are', async () => {
    const [stereo, mono] = [2, 1].map((channels) => part('mp3', { channels, kind: 'sine', seed: 2 })) as [
      Buffer,
      Buffer,
    ];
    const level = async (...parts: Buffer[]) => (await read(joined('mp3', ...parts))).facts.samplePeakDbfs!;
    expect(Math.abs((await level(mono, mono)) - (await level(mono, stereo)))).toBeLessThan(0.2);
  });

  it('may change a hundred times', async () => {
    const [stereo, mono] = [2, 1].map((channels) => bare(part('mp3', { channels, durationS: 0.5 }))) as [
      Buffer,
      Buffer,
    ];
    const pairs = Array.from({ length: 50 }, () => [stereo, mono]).flat();
    const { facts } = await read(joined('mp3', ...pairs, stereo));
    expect(facts.durationS).toBeGreaterThan(30);
    expect(facts.warnings).toContainEqual({
      code: 'format_changes',
      message: 'Its number of channels changes 100 times, first at 0.5 s. Other programs may stop there.',
      atS: expect.any(Array),
    });
  });

  it('are not damaged by the tags between them', async () => {
    const one = part('mp3', {});
    const sound = one.subarray(id3Length(one));
    const tag = id3Tag({ TIT2: 'Glass', COMM: '\xff\xfb\x90\x64'.repeat(20_000) });
    const { messages, complete } = await read(joined('mp3', one, tag, sound, id3Tag({ TIT2: 'Ember' }), sound));
    expect([complete, messages]).toEqual([true, ['Its header says 0:02, but there are 0:06 of sound.']]);
  });

  it.each([
    ['ID3v1', [ID3V1]],
    ['enhanced ID3v1', [Buffer.from('TAG+'.padEnd(227, 'x')), ID3V1]],
    ['APE', [apeOf({ Title: 'Glass' }), ID3V1]],
  ])('have every frame where %s is between them', async (_kind, tags) => {
    const one = part('mp3', {});
    const sound = one.subarray(id3Length(one));
    const { durationS } = (await read(joined('mp3', one, sound, sound))).facts;
    const tagged = await read(joined('mp3', one, ...tags, sound, ...tags, sound));
    expect([tagged.facts.durationS, tagged.complete]).toEqual([durationS, true]);
  });

  it('are refused where the second one has a rate that no single file may have', async () => {
    const path = joined('flac', part('flac', { bits: 16 }), part('flac', { bits: 16, sampleRateHz: 7_000 }));
    await expect(analyse(path)).rejects.toMatchObject({
      code: 'rate_out_of_range',
      message: 'Its sample rate is 7000 Hz; 8 to 384 kHz are possible.',
    });
  });

  it('are incomplete where the second one has more bits, which FFmpeg does not decode', async () => {
    const { messages, complete } = await read(joined('flac', part('flac', { bits: 16 }), part('flac', { bits: 24 })));
    expect([complete, messages]).toEqual([
      false,
      ['Parts of the file are damaged and could not be read, 2.0 s are missing.'],
    ]);
  });

  it('have a lossless version of the same length', async () => {
    const path = joined('flac', part('flac', { sampleRateHz: 44_100 }), part('flac', { sampleRateHz: 48_000 }));
    const made = await runner.lossless(path, { fileName: path, outDir: join(folder, 'lossless') });
    expect((await read(made)).durationS).toBeCloseTo(2 * SECONDS, 1);
  });
});
