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

  describe.each(['zzkorr', 'nevtelen', 'kuukausi', '(ponowne)'])('of which one has “%s” more', (word) => {
    const DAY = 86_400_000;
    const NOON = Date.UTC(2026, 9, 1, 12);

    it.each(SIZES)('the newer one is offered first by its date, whichever it is, for %d tracks', (size) => {
      for (const dates of [
        (days: number) => ({ lastModified: NOON + days * DAY }),
        (days: number) => ({ lastModified: NOON + days * 1000 }),
        (days: number) => ({ uploadedAt: new Date(NOON + days * DAY).toISOString() }),
        // A file that is sent first may have been changed last.
        (days: number) => ({
          lastModified: NOON + days * DAY,
          uploadedAt: new Date(NOON - days * DAY).toISOString(),
        }),
      ])
        for (const newer of [0, 1]) {
          const batch = twice(size, word).map((name, i) => ({
            name: `${name}.wav`,
            ...dates(i % 2 === newer ? 4 : 0),
          }));
          const found = judge(batch, { titles: TITLES });
          expect(found.map(({ assigned }) => assigned)).toEqual(Array(2 * size).fill(null));
          for (let track = 0; track < size; track++) {
            const pair = found.slice(2 * track, 2 * track + 2);
            expect(pair.map(({ place }) => place)).toEqual(Array(2).fill(`${track + 1} streaming`));
            expect(pair[newer]!.best!.confidence).toBeGreaterThan(pair[1 - newer]!.best!.confidence);
          }
        }
    });

    it('dates that are equal or known of one alone put neither first', () => {
      for (const dates of [
        [1, 1],
        [1, null],
        [null, 1],
      ] as const) {
        const batch = twice(1, word).map((name, i) => ({ name: `${name}.wav`, lastModified: dates[i]! }));
        const undated = judge(twice(1, word), { titles: TITLES });
        expect(judge(batch, { titles: TITLES }).map(({ best }) => best)).toEqual(undated.map(({ best }) => best));
      }
    });
  });

  it('of which three have unknown words: they are offered from the newest to the oldest', () => {
    const names = ['Harbour Wall', 'Harbour Wall zzkorr', 'Harbour Wall nevtelen'];
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
      [2, 1, 0],
    ]) {
      const batch = names.map((name, i) => ({
        name: `${name}.wav`,
        lastModified: 1_700_000_000_000 + 60_000 * order[i]!,
      }));
      const found = judge(batch, { titles: TITLES });
      const shown = [...found].sort((a, b) => b.best!.confidence - a.best!.confidence).map(({ name }) => name);
      expect(shown).toEqual([...batch].sort((a, b) => b.lastModified - a.lastModified).map(({ name }) => name));
      expect(found.map(({ assigned }) => assigned)).toEqual([null, null, null]);
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

  const NUMERALS = ['i', 'ii', 'iii'];
  const PATTERNS: [string, string[]][] = [
    ['trio#_%', works('Trio No.', '')],
    ['Trio # - %', works('Trio No.', '')],
    ['quartett#-%', works('Quartett Nr.', '')],
    ['sonate # %', works('Sonate', '')],
    ['sonata#_%', works('Sonata n.', '')],
    ['kvartett # %', works('Kvartett nr', '')],
    ['Квартет # - %', works('Квартет', '')],
  ];
  const called = (pattern: string): string[] =>
    [1, 2].flatMap((work) => NUMERALS.map((each) => pattern.replace('#', String(work)).replace('%', each)));

  describe.each(PATTERNS)('“%s”', (pattern, titles) => {
    it.each([1, 2, 3, 6])('are those of their work or of none, in batches of %d', (size) => {
      const names = called(pattern);
      for (let first = 0; first + size <= names.length; first++) {
        const found = judge(names.slice(first, first + size), { titles });
        found.forEach(({ assigned }, i) => expect([`${first + i + 1} streaming`, null]).toContain(assigned));
      }
    });

    it('are suggested in the order of the works where all are there', () => {
      const found = judge(called(pattern), { titles });
      expect(found.map(({ place }) => place)).toEqual(found.map((_, i) => `${i + 1} streaming`));
    });
  });

  it.each([1, 2, 3, 12])('are not taken for the tracks of their numbers, in batches of %d', (size) => {
    const titles = [1, 2, 3, 4].flatMap((work) => ['I', 'II', 'III'].map((movement) => `Suite ${work}: ${movement}`));
    const names = titles.map((_, i) => `suite${Math.floor(i / 3) + 1}-${NUMERALS[i % 3]}`);
    for (let first = 0; first + size <= names.length; first += size) {
      const found = judge(names.slice(first, first + size), { titles });
      found.forEach(({ assigned }, i) => expect([`${first + i + 1} streaming`, null]).toContain(assigned));
    }
  });

  it('are not matched to the track with their number', () => {
    const titles = ['Thema', 'Variation I', 'Variation II', 'Variation III', 'Variation IV', 'Coda'];
    for (const names of [['var-4'], ['thema', 'var-4'], ['var-2', 'var-3', 'var-4']]) {
      const found = judge(names, { titles });
      expect(found.at(-1)!.place).toBe('5 streaming');
    }
  });
});

const LANGUAGES: Record<string, string[]> = {
  English: TITLES.filter((_, i) => i % 2 === 0),
  German: ['Hinterland', 'Feuerwache', 'Spätzug', 'Kieselgrund', 'Morgenrot', 'Das leere Haus'],
  Spanish: ['Orilla Norte', 'Ceniza', 'La Última Curva', 'Marea', 'Piedra y Sal', 'Viento Sur'],
  Polish: ['Żółty liść', 'Ostatni tramwaj', 'Cicha woda', 'Mgła', 'Dom przy torach', 'Zorza'],
  Russian: ['Северный ветер', 'Чайка', 'Последний трамвай', 'Дом у моря', 'Зимний сад', 'Река'],
  Japanese: ['夜明け前', '灯台', '坂の途中', '青い傘', '夏の終わり', '静かな海'],
};

describe.each(Object.entries(LANGUAGES))('a file that nothing names among titles in %s', (_, some) => {
  const all = some.flatMap((title) => [title, `${title} Zwo`]);
  const lengths = all.map((__, i) => 150 + 13 * i);
  const leftOf = (size: number, name: string, apart: number) => {
    const titles = all.slice(0, size);
    const files = titles.map((title, i) => ({
      name: `${i === size - 1 ? name : title}.wav`,
      durationS: lengths[i]! + (i === size - 1 ? apart : 0.1),
    }));
    return judge(files, { titles, lengths: lengths.slice(0, size) }).at(-1)!;
  };

  it.each([2, 3, 12])('is never assigned for being left over, of %d', (size) => {
    for (const name of ['Bounce', 'final master', 'untitled', 'Mixdown_24'])
      expect(leftOf(size, name, 3).assigned).toBeNull();
  });

  it.each([2, 3, 12])('is assigned where its number names the track as well, of %d', (size) => {
    expect(leftOf(size, `Track ${String(size).padStart(2, '0')}`, 0.1).assigned).toBe(`${size} streaming`);
  });
});
