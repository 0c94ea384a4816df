import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeAudioFile } from '../../testing/audio/audio.js';
import { AudioRunner } from './runner.js';

/** Read once: inside Jest each access to a global object is slow. */
const { floor, min, PI, sin } = Math;

let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-ebu-spec-'));
  runner = new AudioRunner();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

const analyse = (path: string) => runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });

describe('EBU Tech 3341', () => {
  /** Segments of a stereo 1 kHz sine at peak levels in dBFS. */
  function sine(name: string, sampleRateHz: number, stretches: [dbfs: number, seconds: number][]): string {
    const levels = stretches.flatMap(([dbfs, seconds]) => new Array<number>(seconds * 10).fill(10 ** (dbfs / 20)));
    const hop = sampleRateHz / 10;
    const samples = Float64Array.from({ length: levels.length * hop }, (_, at) => {
      return levels[floor(at / hop)]! * sin((2 * PI * 1000 * at) / sampleRateHz);
    });
    const path = join(folder, name);
    writeAudioFile(path, [samples, samples], { format: 'wav', bits: 24, sampleRateHz });
    return path;
  }

  it.each<[string, [number, number][], number]>([
    ['1', [[-23, 20]], -23],
    ['2', [[-33, 20]], -33],
    [
      '3',
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
      -23,
    ],
    [
      '4',
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
      -23,
    ],
    [
      '5',
      [
        [-26, 20],
        [-20, 20],
        [-26, 20],
      ],
      -23,
    ],
  ])('case %s', async (name, stretches, lufs) => {
    const { facts } = await analyse(sine(`ebu${name}.wav`, 48000, stretches));
    expect(Math.abs(facts.loudness.integratedLufs! - lufs)).toBeLessThan(0.1);
  });

  it('case 6: 5.0 surround', async () => {
    const levels = [-28, -28, -24, -30, -30].map((dbfs) => 10 ** (dbfs / 20));
    const channels = levels.map((level) =>
      Float64Array.from({ length: 20 * 48000 }, (_, at) => level * sin((2 * PI * at) / 48)),
    );
    const path = join(folder, 'ebu6.wav');
    const wave = { extensible: { validBits: 0, mask: 0x37 } };
    writeAudioFile(path, channels, { format: 'wav', bits: 24, sampleRateHz: 48000, wave });
    expect(Math.abs((await analyse(path)).facts.loudness.integratedLufs! + 23)).toBeLessThan(0.1);
  });

  it('momentary and short-term loudness of a steady tone equal its loudness (cases 9 and 12)', async () => {
    const { facts } = await analyse(sine('steady.wav', 48000, [[-23, 10]]));
    expect(facts.loudness.maxMomentaryLufs).toBeCloseTo(-23, 1);
    expect(facts.loudness.maxShortTermLufs).toBeCloseTo(-23, 1);
    expect(facts.loudness.lraLu).toBeCloseTo(0, 1);
  });

  it('the loudness range of two levels is their distance (Tech 3342 case 1)', async () => {
    const { facts } = await analyse(
      sine('range.wav', 48000, [
        [-20, 20],
        [-30, 20],
      ]),
    );
    expect(facts.loudness.lraLu).toBeCloseTo(10, 0);
  });

  it.each([
    ['16', 0.25, 0, 0.5, -6],
    ['17', 0.25, 45, 0.5, -6],
    ['18', 1 / 6, 60, 0.5, -6],
    ['19', 0.125, 67.5, 0.5, -6],
    ['20', 0.25, 45, 1.41, 3],
  ])('true peak, case %s', async (name, fraction, degrees, amplitude, dbtp) => {
    const rate = 48000;
    const samples = Float64Array.from({ length: rate * 2 }, (_, at) => {
      const ramp = min(1, at / 4800, (2 * rate - at) / 4800);
      return ramp * amplitude * sin(2 * PI * fraction * at + (degrees * PI) / 180);
    });
    const path = join(folder, `peak${name}.wav`);
    writeAudioFile(path, [samples, samples], { format: 'wav', float: true, sampleRateHz: rate });
    const { truePeakDbtp } = (await analyse(path)).facts;
    expect(truePeakDbtp! - dbtp).toBeLessThan(0.2);
    expect(truePeakDbtp! - dbtp).toBeGreaterThan(-0.4);
  });
});
