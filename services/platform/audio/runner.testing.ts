import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AudioFileSettings } from '../../testing/audio/audio.js';
import { makeAudioFile } from '../../testing/audio/audio.js';
import type { AnalysisFacts } from './facts.js';
import { AudioRunner } from './runner.js';

/** Name of the file, how it is made, and what is read from it. */
export type FormatCase = [string, AudioFileSettings, Partial<AnalysisFacts>];

const codes = (facts: AnalysisFacts) => facts.warnings.map(({ code }) => code);

/** A runner for all tests of a file, with a folder for their files. */
export function useRunner() {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-audio-spec-'));
  const runner = new AudioRunner();
  beforeAll(() => runner.warm());
  afterAll(async () => {
    await runner.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function make(name: string, settings: AudioFileSettings): string {
    const path = join(folder, name);
    makeAudioFile(path, settings);
    return path;
  }
  const probe = (path: string) => runner.probe(path, { fileName: path });
  const analyse = (path: string) =>
    runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });

  /** A test for each format. */
  function readsFormats(formats: FormatCase[]): void {
    const lufs = -16;
    it.each(formats)('reads %s with its loudness', async (name, settings, expected) => {
      const path = make(name, { lufs, durationS: 5, ...settings });
      const header = await probe(path);
      const { facts } = await analyse(path);
      const seconds = settings.durationS ?? 5;
      expect(facts).toMatchObject({ ...expected, complete: true, silent: false });
      expect(header).toMatchObject({
        sampleRateHz: facts.sampleRateHz,
        channels: facts.channels,
        bitsStored: facts.bitsStored,
      });
      expect(header.durationS).toBeCloseTo(seconds, 1);
      expect(facts.durationS).toBeCloseTo(seconds, 1);
      expect(Math.abs(facts.loudness.integratedLufs! - lufs)).toBeLessThan(0.1);
      expect(codes(facts)).toEqual([]);
    });
  }

  /** A test for each format of that many bits. */
  function readsTruncated(formats: [AudioFileSettings['format'], number][]): void {
    it.each(formats)('measures the present part of a truncated %s', async (format, bits) => {
      const path = make(`cut.${format === 'rf64' ? 'wav' : format}`, { format, bits, durationS: 10 });
      truncateSync(path, Math.round(statSync(path).size * 0.6));
      const header = await probe(path);
      const { facts } = await analyse(path);
      expect(header.durationS).toBeCloseTo(10, 1);
      expect(facts.complete).toBe(false);
      expect(facts.durationS).toBeGreaterThan(4);
      expect(facts.durationS).toBeLessThan(7);
      expect(codes(facts)).toContain('truncated');
    });
  }

  return { folder, runner, make, probe, analyse, readsFormats, readsTruncated };
}
