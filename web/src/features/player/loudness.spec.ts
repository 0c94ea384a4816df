import { describe, expect, it } from '@jest/globals';
import { gainOf, playedDb, turnedDownDb } from './loudness';
import type { Piece, QueuedPiece } from './player-state';

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
const heard = (...versions: Piece[]) => ({
  heard: versions.map(({ id }) => id),
  blind: null,
  matched: true,
  queue: [] as QueuedPiece[],
});

describe('matched loudness', () => {
  it('turns versions down to the quietest and never up', () => {
    const versions = [loud, quiet, unknown];
    expect(versions.map((each) => turnedDownDb(each, versions, heard()))).toEqual([-4.5, 0, 0]);
    expect(gainOf(0)).toBe(1);
    expect(gainOf(-6.0206)).toBeCloseTo(0.5, 4);
  });

  it('counts one channel as two, because both speakers play it', () => {
    const mono = version('mono', -15.63, {}, 1);
    const twin = version('dual mono', -12.62);
    for (const each of [mono, twin]) expect(turnedDownDb(each, [mono, twin], heard(each))).toBeCloseTo(0, 2);
  });

  it('leaves masters alone while a quieter format is on the page and not heard', () => {
    expect(turnedDownDb(loud, all, heard(loud))).toBe(-4.5);
    expect(turnedDownDb(quiet, all, heard(loud))).toBe(0);
    expect(turnedDownDb(loud, all, heard(loud, vinyl))).toBe(-10);
    expect(turnedDownDb(loud, all, heard(loud, mix))).toBe(-10.5);
  });

  it('plays a version that was not heard yet as loud as the others, if it is louder', () => {
    expect(turnedDownDb(hires, all, heard(loud))).toBe(-6);
    expect(turnedDownDb(vinyl, all, heard(loud))).toBe(-0.5);
    expect(turnedDownDb(mix, all, heard(loud))).toBe(0);
  });

  it('compares only the two of a blind comparison', () => {
    const comparison = { ...heard(mix), blind: { a: vinyl, b: loud } };
    expect([vinyl, loud].map((each) => turnedDownDb(each, all, comparison))).toEqual([0, -9.5]);
  });
});

describe('versions that are played lower than they are', () => {
  const played = (integratedLufs: number | null, loweredDb: number) => ({
    analysis: { loudness: { integratedLufs: -9 }, channels: 2, played: { integratedLufs, loweredDb, mix: null } },
  });
  const float = version('float', null, played(-12, 6) as unknown as Partial<Piece>);
  const film = version('film', null, played(-13, 1) as unknown as Partial<Piece>);
  const plain = version('plain', null, played(-9, 0) as unknown as Partial<Piece>);
  const versions = [float, film, plain];

  it('keep their level beside the others, which are turned down with them', () => {
    const comparison = { ...heard(float), matched: false };
    expect(versions.map((each) => turnedDownDb(each, versions, comparison))).toEqual([-6, -6, -6]);
    expect(versions.map((each) => playedDb(each, versions, comparison, 'preview'))).toEqual([0, -5, -6]);
    expect(versions.map((each) => playedDb(each, versions, comparison, 'lossless'))).toEqual([0, -5, -6]);
    expect(versions.map((each) => playedDb(each, versions, comparison, 'original'))).toEqual([-6, -6, -6]);
    expect(turnedDownDb(plain, [plain], { ...heard(plain), matched: false })).toBe(0);
  });

  it('keep their level beside the other tracks of a list', () => {
    const queue = [float, plain].map((piece) => ({ piece, versions: [piece] }));
    const comparison = { ...heard(plain), matched: false, queue };
    expect(playedDb(plain, [plain], comparison, 'preview')).toBe(-6);
    expect(playedDb(float, [float], comparison, 'preview')).toBe(0);
    expect(playedDb(plain, [plain], { ...comparison, matched: true }, 'preview')).toBe(0);
    const broken = version('broken', null, played(-40, 60) as unknown as Partial<Piece>);
    const withBroken = { ...comparison, queue: [plain, broken].map((piece) => ({ piece, versions: [piece] })) };
    expect(playedDb(plain, [plain], withBroken, 'preview')).toBe(0);
    expect(playedDb(broken, [broken], withBroken, 'preview')).toBe(0);
  });

  it('are matched by the loudness of what is played', () => {
    expect(versions.map((each) => playedDb(each, versions, heard(float), 'preview'))).toEqual([-1, 0, -4]);
    expect(versions.map((each) => playedDb(each, versions, heard(float), 'original'))).toEqual([-7, -1, -4]);
  });
});
