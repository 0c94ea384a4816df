import { describe, expect, it } from '@jest/globals';
import { gainOf, offsetDb } from './loudness';
import type { Piece } from './player-state';

const version = (id: string, integratedLufs: number | null, more: Partial<Piece> = {}, channels = 2) =>
  ({
    id,
    fileType: 'master',
    slotType: 'streaming_master',
    analysis: { loudness: { integratedLufs }, channels },
    ...more,
  }) as Piece;

const loud = version('loud', -9.5);
const quiet = version('quiet', -14);
const unknown = version('unknown', null);
const vinyl = version('vinyl', -19, { slotType: 'vinyl_master' });
const vinylToo = version('vinyl v2', -19.5, { slotType: 'vinyl_master' });
const hires = version('hires', -8, { slotType: 'hires_master' });
const mix = version('mix', -20, { fileType: 'upload', slotType: null });
const all = [loud, quiet, unknown, vinyl, vinylToo, hires, mix];
const heard = (...versions: Piece[]) => ({ heard: versions.map(({ id }) => id), blind: null });

describe('matched loudness', () => {
  it('turns versions down to the quietest and never up', () => {
    const versions = [loud, quiet, unknown];
    expect(versions.map((each) => offsetDb(each, versions, heard()))).toEqual([-4.5, 0, 0]);
    expect(gainOf(0)).toBe(1);
    expect(gainOf(-6.0206)).toBeCloseTo(0.5, 4);
  });

  it('counts one channel as two, because both speakers play it', () => {
    const mono = version('mono', -15.63, {}, 1);
    const twin = version('dual mono', -12.62);
    for (const each of [mono, twin]) expect(offsetDb(each, [mono, twin], heard(each))).toBeCloseTo(0, 2);
  });

  it('leaves masters alone while a quieter format is on the page and not heard', () => {
    expect(offsetDb(loud, all, heard(loud))).toBe(-4.5);
    expect(offsetDb(quiet, all, heard(loud))).toBe(0);
    expect(offsetDb(loud, all, heard(loud, vinyl))).toBe(-10);
    expect(offsetDb(loud, all, heard(loud, mix))).toBe(-10.5);
  });

  it('plays a version that was not heard yet as loud as the others, if it is louder', () => {
    expect(offsetDb(hires, all, heard(loud))).toBe(-6);
    expect(offsetDb(vinyl, all, heard(loud))).toBe(-0.5);
    expect(offsetDb(mix, all, heard(loud))).toBe(0);
  });

  it('compares only the two of a blind comparison', () => {
    const comparison = { ...heard(mix), blind: { a: vinyl, b: loud } };
    expect([vinyl, loud].map((each) => offsetDb(each, all, comparison))).toEqual([0, -9.5]);
  });
});
