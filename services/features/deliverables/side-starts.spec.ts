import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyse } from '../../platform/audio/analyse.js';
import { defaultAudioLimits } from '../../platform/audio/limits.js';
import { randomFrom, synthesise } from '../../platform/audio/synth.js';
import { writeAudioFile } from '../../testing/audio/audio.js';
import { startsOn } from './side-starts.js';

const RATE = 22_050;
/** The third repeats itself every 18 seconds, and only its first two minutes are fingerprinted. */
const LENGTHS = [25, 8, 130, 12];
/** Half an item of a fingerprint, and what the fingerprints of two files differ by. */
const TOLERANCE_S = 0.07;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-sides-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function printOf(channels: Float64Array[], isSide: boolean): Promise<number[]> {
  const path = join(folder, 'sound.wav');
  writeAudioFile(path, channels, { format: 'wav', bits: 24, sampleRateHz: RATE });
  const request = { path, fileName: path, outDir: folder, limits: defaultAudioLimits, preview: false, isSide };
  const { fingerprintPath } = await analyse(request);
  const bytes = readFileSync(fingerprintPath);
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at));
}

const music = (durationS: number, seed: number, melody?: 'absent') =>
  synthesise({ kind: 'music', sampleRateHz: RATE, channels: 2, durationS, seed, frequencyHz: 0, melody }).map(
    (channel) => channel.map((sample) => sample * 0.2),
  );

/** One sound after the other, quieter, duller and with less difference in the bass, as cut for a record. */
function sideOf(sounds: Float64Array[][], gaps: number[]): { channels: Float64Array[]; starts: number[] } {
  const starts: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  let [one, other] = [0, 0];
  for (const [index, sound] of sounds.entries()) {
    for (let at = 0; at < gaps[index]! * RATE; at += 1) [left, right].forEach((channel) => channel.push(0));
    starts.push(left.length / RATE);
    for (let at = 0; at < sound[0]!.length; at += 1) {
      one += 0.6 * (sound[0]![at]! - one);
      other += 0.6 * (sound[1]![at]! - other);
      left.push(0.6 * one);
      right.push(0.6 * other);
    }
  }
  return { channels: [Float64Array.from(left), Float64Array.from(right)], starts };
}

describe('the tracks on a side', () => {
  const random = randomFrom(3);
  const sounds = LENGTHS.map((seconds, index) => music(seconds, index + 1));
  const side = sideOf(
    sounds,
    LENGTHS.map(() => random() * 4),
  );

  it('are found within 0.07 seconds, also if they repeat themselves, and no others', async () => {
    const tracks = [];
    for (const [index, sound] of sounds.entries()) {
      tracks.push({ trackId: String(index), print: await printOf(sound, false) });
    }
    for (const [index, seconds] of [8, 30, 60].entries()) {
      tracks.push({ trackId: `other ${index}`, print: await printOf(music(seconds, 50 + index), false) });
    }
    tracks.push({ trackId: 'instrumental', print: await printOf(music(LENGTHS[0]!, 1, 'absent'), false) });
    const found = startsOn(await printOf(side.channels, true), tracks);
    expect(found.map(({ trackId }) => trackId)).toEqual(['0', '1', '2', '3']);
    for (const [index, { startS }] of found.entries()) {
      expect(Math.abs(startS - side.starts[index]!)).toBeLessThan(TOLERANCE_S);
    }
  });

  it('are not found in silence, in one second of sound, or on a side without tracks', () => {
    const print = Array.from({ length: 200 }, (_, index) => Math.imul(index, 0x9e3779b1) >>> 0);
    expect(startsOn([], [{ trackId: 'a', print }])).toEqual([]);
    expect(startsOn(print, [{ trackId: 'a', print: print.slice(0, 8) }])).toEqual([]);
    expect(startsOn(print, [])).toEqual([]);
  });
});
