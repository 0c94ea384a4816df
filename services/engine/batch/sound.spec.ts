import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '../../platform/audio/synth.js';
import { judge, TITLES } from '../judged.testing.js';
import { suggest } from '../suggest.js';
import { SLOT_TYPES } from '../types.js';
import { type AlignedPrint, isRetouched, SoundIndex } from './sound.js';

const ITEMS_PER_SECOND = 8;
const seconds = (count: number): number => count * ITEMS_PER_SECOND;

/** A random fingerprint whose neighbouring items differ little, as in music. */
function songOf(seed: number, lengthS: number): number[] {
  const random = randomFrom(seed);
  let item = Math.floor(random() * 2 ** 32) | 0;
  return Array.from({ length: seconds(lengthS) }, () => (item ^= (1 << (random() * 32)) | (1 << (random() * 32))));
}

/** The same fingerprint with some bits flipped: throughout for another master, in a part for an altered passage. */
function turned(print: readonly number[], share: number, seed: number, fromS = 0, toS = Infinity): number[] {
  const random = randomFrom(seed);
  return print.map((item, i) => {
    if (i < seconds(fromS) || i >= seconds(toS)) return item;
    for (let bit = 0; bit < 32; bit++) if (random() < share) item ^= 1 << bit;
    return item;
  });
}

const placed = (print: number[], shift = 0): AlignedPrint => ({ print, shift });

describe('comparing sounds', () => {
  const original = songOf(1, 60);

  it('finds the same recording however much silence was cut off before it, and recognises another song', () => {
    const master = turned(original, 0.05, 2).slice(seconds(3));
    const [same, other] = new SoundIndex([original, songOf(9, 60)]).compare(master);
    expect(same?.shift).toBe(seconds(3));
    expect(same?.agreement).toBeGreaterThan(0.93);
    expect(other?.agreement).toBeLessThan(0.6);
  });

  it('gives no result for less than two seconds of sound', () => {
    expect(new SoundIndex([original]).compare(original.slice(0, 12))).toEqual([null]);
  });
});

describe('sound that is similar in all songs', () => {
  it.each([
    ['like white noise', 0.08],
    ['like pink noise', 0.13],
    ['like one tone', 0],
  ])('does not contradict their names: %s', (_, share) => {
    const one = Array<number>(seconds(30)).fill(0x5b3a91c4);
    const files = TITLES.flatMap((title, t) =>
      ['Master', 'CD 16-44', 'Instrumental'].map((version, v) => ({
        name: `0${t + 1} ${title} (${version}).wav`,
        bitDepth: version === 'CD 16-44' ? 16 : 24,
        fingerprint: turned(one, share, 10 * t + v + 1),
      })),
    );
    const places = TITLES.flatMap((_title, t) => ['streaming', 'cd', 'instrumental'].map((slot) => `${t + 1} ${slot}`));
    expect(judge(files).map(({ assigned }) => assigned)).toEqual(places);
  });
});

describe('a recording with altered passages', () => {
  const original = songOf(1, 60);
  const master = turned(original, 0.05, 2);
  const clean = turned(master, 0.08, 3, 20, 22.5);

  it('is the one without the parts that the other shares with the original', () => {
    expect(isRetouched(original, placed(clean), placed(master))).toBe(true);
    expect(isRetouched(original, placed(master), placed(clean))).toBe(false);
  });

  it('is recognised next to a master that begins elsewhere', () => {
    const trimmed = placed(master.slice(seconds(2)), seconds(2));
    expect(isRetouched(original, placed(clean), trimmed)).toBe(true);
    expect(isRetouched(original, trimmed, placed(clean))).toBe(false);
  });

  it('is not found when two masters differ slightly throughout', () => {
    const streaming = turned(master, 0.02, 4);
    expect(isRetouched(original, placed(streaming), placed(master))).toBe(false);
    expect(isRetouched(original, placed(master), placed(streaming))).toBe(false);
  });

  it.each([0.02, 0.03, 0.04])('is not found when a limiter changes most of one master (%d)', (share) => {
    const loud = [4, 12, 20, 28, 36, 44].reduce((print, from) => turned(print, share, from, from, from + 5), master);
    expect(isRetouched(original, placed(loud), placed(master))).toBe(false);
    expect(isRetouched(original, placed(turned(loud, 0.15, 8, 51, 53.5)), placed(master))).toBe(true);
  });

  it('is not found next to a master of another sound or of a few seconds', () => {
    const vinyl = placed(turned(original, 0.05, 5));
    expect(isRetouched(original, placed(clean), vinyl)).toBeNull();
    const beginning = (print: number[]) => placed(print.slice(seconds(17), seconds(24)));
    expect(isRetouched(original.slice(seconds(17), seconds(24)), beginning(clean), beginning(master))).toBeNull();
  });

  it('is not found when the two differ in a passage that neither shares with the original', () => {
    const one = turned(master, 0.3, 6, 20, 22.5);
    const two = turned(master, 0.3, 7, 20, 22.5);
    expect(isRetouched(original, placed(one), placed(two))).toBe(false);
  });

  it.each([
    [0, 'clean_master'],
    [1, 'clean_master'],
    [-4, 'vinyl_master'],
    [-6, 'vinyl_master'],
  ])('and %d dB louder than its siblings belongs to %s: a clean version has the loudness of its master', (dB, slot) => {
    const tracks = ['Ember', 'Low Tide'].map((title, i) => ({
      id: title,
      trackNumber: i + 1,
      title,
      isrc: null,
      notes: null,
      durationS: 60 + 20 * i,
      slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
      references: [i === 0 ? original : songOf(9, 80)],
    }));
    const high = { container: 'wav', sampleRateHz: 96_000, bitDepth: 24, channels: 2, durationS: 60 };
    const files = [
      { ...high, id: 'a', name: 'Bounce_4711.wav', fingerprint: clean, integratedLufs: -9 + dB },
      { ...high, id: 'b', name: 'Bounce_2208.wav', fingerprint: master, integratedLufs: -9, sampleRateHz: 44_100 },
      { ...high, id: 'c', name: 'Bounce_9136.wav', fingerprint: master, integratedLufs: -9 },
    ];
    const found = suggest({ title: 'Inland', artist: null }, tracks, files);
    expect(found.get('a')!.suggestions[0]!.slotType).toBe(slot);
  });
});
