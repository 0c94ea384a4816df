import { describe, expect, it } from '@jest/globals';
import { judge } from './judged.testing.js';

const SIZES = [1, 2, 3, 12];
const TITLES = ['Harbour Wall', 'Slow Lightning', 'Copper Field', 'Nine Doors', 'Under Ice', 'Late Ferry'].flatMap(
  (title) => [title, `${title} Two`],
);

const twice = (size: number, added: string) =>
  TITLES.slice(0, size).flatMap((title, i) => {
    const name = `${String(i + 1).padStart(2, '0')} ${title}`;
    return [`${name}`, `${name} ${added}`];
  });

describe('of two files of a track and format', () => {
  describe.each([
    'corrigida',
    'corregido',
    'corrigé',
    'corretto',
    'gecorrigeerd',
    'überarbeitet',
    'korjattu',
    'poprawka',
    'opraveno',
    'düzeltildi',
    'правка 2',
    'исправлено',
    '진짜최종',
    '修正版',
    'validé',
    'valide',
    'retificada',
    'rectificado',
    'rettificato',
    'berichtigt',
    'bijgewerkt',
    'доработано',
    '修正済み',
  ])('that with “%s”', (word) => {
    it.each(SIZES)('is the newer one, for %d tracks', (size) => {
      const found = judge(twice(size, word), { titles: TITLES });
      expect(found.filter((_, i) => i % 2 === 0).map(({ assigned }) => assigned)).toEqual(Array(size).fill(null));
      expect(found.filter((_, i) => i % 2 === 1).map(({ assigned }) => assigned)).toEqual(
        Array.from({ length: size }, (_, i) => `${i + 1} streaming`),
      );
    });
  });

  describe.each(['nevtelen', 'zzkorr', '(copie)', 'nochmal', 'kuukausi', '(ponowne)'])(
    'of which one has “%s” more',
    (word) => {
      it.each(SIZES)('neither is assigned and both are offered, for %d tracks', (size) => {
        const found = judge(twice(size, word), { titles: TITLES });
        expect(found.map(({ assigned }) => assigned)).toEqual(Array(2 * size).fill(null));
        for (const { place, best } of found) {
          expect(place).toMatch(/streaming$/);
          expect(best!.confidence).toBeGreaterThan(10);
        }
      });
    },
  );

  it('of which one has an unknown word: the later one comes first', () => {
    const at = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString();
    for (const [plain, added] of [
      [1, 5],
      [5, 1],
    ] as const) {
      const found = judge(
        [
          { name: '01 Harbour Wall.wav', uploadedAt: at(plain) },
          { name: '01 Harbour Wall zzkorr.wav', uploadedAt: at(added) },
        ],
        { titles: TITLES },
      );
      const [first, other] = found.map(({ best }) => best!.confidence);
      expect(Math.max(first!, other!)).toBeLessThanOrEqual(70);
      if (plain > added) expect(first).toBeGreaterThan(other!);
    }
  });
});

describe('movements whose numbers restart with each work', () => {
  const works = (label: string, movement: string): string[] =>
    [1, 2].flatMap((work) =>
      ['Allegro', 'Adagio', 'Presto'].map(
        (tempo, i) => `${label} ${work}: ${movement}${['I', 'II', 'III'][i]}. ${tempo}${work === 2 ? ' molto' : ''}`,
      ),
    );

  it.each([
    ['trio#_%', works('Trio No.', '')],
    ['Trio # - %', works('Trio No.', '')],
    ['quartett#-%', works('Quartett Nr.', '')],
    ['sonate # %', works('Sonate', '')],
  ])('are those of their work: “%s”', (pattern, titles) => {
    const names = [1, 2].flatMap((work) =>
      ['i', 'ii', 'iii'].map((numeral) => pattern.replace('#', String(work)).replace('%', numeral)),
    );
    const found = judge(names, { titles });
    for (const [i, { assigned }] of found.entries()) expect([`${i + 1} streaming`, null]).toContain(assigned);
    for (const [i, name] of names.entries()) {
      const [alone] = judge([name], { titles });
      expect([`${i + 1} streaming`, null]).toContain(alone!.assigned);
    }
    expect(found.filter(({ place }, i) => place === `${i + 1} streaming`).length).toBeGreaterThanOrEqual(5);
  });

  it('are not taken for the track of their number', () => {
    const titles = ['Thema', 'Variation I', 'Variation II', 'Variation III', 'Variation IV', 'Coda'];
    for (const names of [['var-4'], ['thema', 'var-4'], ['var-2', 'var-3', 'var-4']]) {
      const found = judge(names, { titles });
      expect(found.at(-1)!.place).toBe('5 streaming');
    }
  });
});

describe('a file that nothing names', () => {
  it.each([2, 3, 12])('is never assigned for being left over among %d', (size) => {
    const lengths = TITLES.map((_, i) => 150 + 13 * i);
    const titles = TITLES.slice(0, size);
    const files = titles.map((title, i) => ({
      name: i === size - 1 ? 'Bounce.wav' : `${title}.wav`,
      durationS: lengths[i]! + (i === size - 1 ? 3 : 0.1),
    }));
    const left = judge(files, { titles, lengths: lengths.slice(0, size) }).at(-1)!;
    expect(left.assigned).toBeNull();
  });
});
