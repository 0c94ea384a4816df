import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { id3Length } from '../../audio-headers/find-audio.js';
import { mpegFrameLength } from '../../audio-headers/mpeg-frames.js';
import { writeAudioFile } from '../../testing/audio/audio.js';
import { useRunner } from './runner.testing.js';

const { folder, runner, make, probe, analyse } = useRunner();

/** Stereo of that many samples per channel. */
const sound = (frames: number) =>
  [0.25, 0.3].map((level) => Float64Array.from({ length: frames }, (_, at) => level * Math.sin((at + 1) / 9)));

describe('the smallest files', () => {
  it.each(['wav', 'rf64', 'w64', 'aiff', 'aifc', 'flac'] as const)('are read: one frame of %s', async (format) => {
    for (const frames of [1, 16, 100]) {
      const path = join(folder, `tiny.${format === 'rf64' ? 'wav' : format}`);
      writeAudioFile(path, sound(frames), { format, bits: 16, sampleRateHz: 44_100, dither: false });
      expect((await probe(path)).durationS).toBe(frames / 44_100);
      const { facts } = await analyse(path);
      expect(facts).toMatchObject({ durationS: frames / 44_100, complete: true, silent: false, channels: 2 });
      const faults = ['length_differs', 'unknown_data', 'truncated', 'damaged', 'wrong_md5'];
      expect(facts.warnings.filter(({ code }) => faults.includes(code))).toEqual([]);
      expect(facts.copy?.none).toBe(format === 'w64' ? 'is Wave64, which has no place for tags.' : null);
      const made = await runner.lossless(path, { fileName: path, outDir: join(folder, 'lossless') });
      expect((await analyse(made)).facts.durationS).toBe(frames / 44_100);
    }
  });

  it('are read: two frames of MP3, and one is not found', async () => {
    const file = readFileSync(make('plain.mp3', { format: 'mp3', durationS: 1 }));
    const ends = [id3Length(file)];
    for (let count = 0; count < 3; count++) ends.push(ends.at(-1)! + mpegFrameLength(file, ends.at(-1)!)!);
    const path = join(folder, 'tiny.mp3');
    writeFileSync(path, file.subarray(ends[1], ends[3]));
    expect((await analyse(path)).facts).toMatchObject({ durationS: (2 * 1152) / 44_100, complete: true, channels: 2 });
    writeFileSync(path, file.subarray(ends[1], ends[2]));
    await expect(analyse(path)).rejects.toMatchObject({
      code: 'undecodable',
      message: 'It contains no MP3 sound: there are not two frames in a row.',
    });
  });
});
