import { describe, expect, it } from '@jest/globals';
import { judge, type NamedFile } from './judged.testing.js';
import { suggest } from './suggest.js';
import { SLOT_TYPES } from './types.js';

const SIZES = [1, 2, 3, 12];
/** Files of a batch begin at this track, so that their position in the list does not reveal the track. */
const FROM = 3;
const TITLES: Record<string, string[]> = {
  English: ['Hollow Way', 'Slow Lightning', 'Copper Field', 'Nine Doors', 'Under Ice', 'Late Ferry'],
  German: ['Kalter Rauch', 'Der lange Weg', 'Letzter Zug', 'Grüne Wiese', 'Tiefe See', 'Halber Mond'],
  Spanish: ['Calle Mayor', 'Luz de Enero', 'La Última Noche', 'Río Abajo', 'Campo Santo', 'Sin Nombre'],
  French: ['Nuit Blanche', 'Le Vieux Port', 'Après la Pluie', 'Étoile du Nord', 'Mon Ombre', 'Petit Matin'],
  Russian: ['Белая ночь', 'Дальний путь', 'Снег в мае', 'Тихий дом', 'Первый лёд', 'Синее море'],
};
const twelve = (titles: readonly string[]): string[] => titles.flatMap((title) => [title, `${title} Zwo`]);
const joined = (title: string): string => title.toLowerCase().replaceAll(' ', '');
const padded = (track: number): string => String(track).padStart(2, '0');

/** Names of a batch with the numbers of their tracks. */
function batchOf(titles: readonly string[], size: number, name: (title: string, track: number) => string) {
  const first = size === titles.length ? 0 : FROM;
  return titles
    .slice(first, first + size)
    .map((title, i) => ({ name: name(title, first + i + 1), track: first + i + 1 }));
}

const high = (name: string): NamedFile => ({ name: `${name}.wav`, sampleRateHz: 96000 });

describe.each(Object.entries(TITLES))('names run together in %s', (_, some) => {
  const titles = twelve(some);

  it.each(SIZES)('are assigned where all their words are known, for %d files', (size) => {
    for (const name of [
      (title: string, track: number) => `${padded(track)}${joined(title)}mst`,
      (title: string) => `adavoss${joined(title)}mst`,
      (title: string) => `${joined(title)}master`,
    ]) {
      const batch = batchOf(titles, size, name);
      const found = judge(
        batch.map((each) => each.name),
        { titles },
      );
      expect(found.map(({ assigned }) => assigned)).toEqual(batch.map(({ track }) => `${track} streaming`));
    }
  });

  it.each(SIZES)('find their title beside an unknown code, which leaves the slot open, for %d files', (size) => {
    const batch = batchOf(titles, size, (title, track) => `${padded(track)}${joined(title)}mstvn`);
    const found = judge(
      batch.map(({ name }) => high(name)),
      { titles },
    );
    expect(found.map(({ best }) => best?.trackNumber)).toEqual(batch.map(({ track }) => track));
    expect(found.map(({ assigned }) => assigned)).toEqual(Array(size).fill(null));
    for (const { best } of found) expect(best!.confidence).toBeGreaterThan(30);
  });
});

describe.each(Object.values(TITLES).map((some) => some.map((title) => title.split(' ').at(-1)!)))(
  'titles of one word run together: %s, …',
  (...words) => {
    const titles = words.filter((word, i) => /^[a-z]{5,}$/i.test(word) && words.indexOf(word) === i);
    it.each([1, 2, 3])('are found between a number and a code, for %d files', (size) => {
      const batch = titles.slice(0, size).map((title, i) => `${padded(i + 1)}${joined(title)}mstvn`);
      const found = judge(batch.map(high), { titles });
      expect(found.map(({ best }) => best?.trackNumber)).toEqual(batch.map((_, i) => i + 1));
      expect(found.map(({ assigned }) => assigned)).toEqual(batch.map(() => null));
    });
  },
);

describe('an album named like one of its songs', () => {
  const titles = ['Inland', ...twelve(TITLES.English!)];
  it.each(SIZES)('is not a second title before the song, for %d files', (size) => {
    for (const pattern of ['Ada Voss - Inland - %', 'INLAND % 24B44K', 'Inland_%_24B44K', 'ADA VOSS INLAND % 24B44K']) {
      const batch = titles.slice(2, 2 + size);
      const found = judge(
        batch.map((title) => pattern.replace('%', title)),
        { titles },
      );
      expect(found.map(({ assigned }) => assigned)).toEqual(batch.map((_, i) => `${i + 3} streaming`));
    }
  });

  it('is the song when no other follows', () => {
    for (const name of ['Inland', 'Ada Voss - Inland 24B44K', 'INLAND_24B44K'])
      expect(judge([name], { titles })[0]!.assigned).toBe('1 streaming');
  });
});

describe('numbered titles', () => {
  const labels = { Kapitel: 'K', Chapter: 'C', Chapitre: 'C', Capítulo: 'C', Deel: 'D', Глава: 'Г' };
  describe.each(Object.entries(labels))('that begin with “%s”', (label, initial) => {
    const titles = twelve(TITLES.German!).map((title, i) => `${label} ${i + 1}: ${title}`);
    it.each(SIZES)('are found by its first letter and the number, for %d files', (size) => {
      const batch = batchOf(titles, size, (_, track) => `AV_${initial}${padded(track)}_2444`);
      const found = judge(
        batch.map(({ name }) => name),
        { titles },
      );
      expect(found.map(({ best }) => best?.trackNumber)).toEqual(batch.map(({ track }) => track));
    });
  });

  it.each([1, 2, 4])('of works are found by work and movement, for %d files', (size) => {
    const titles = ['3: I. Lento', '3: II. Vivace', '5: I. Allegro', '5: II. Arioso'].map(
      (each) => `Quartet No. ${each}`,
    );
    const names = ['Q3-I', 'Q3-II', 'Q5-I', 'Q5-II'].slice(-size);
    const found = judge(names, { titles });
    expect(found.map(({ best }) => best?.trackNumber)).toEqual(names.map((_, i) => titles.length - size + i + 1));
  });

  it('are not found by the number of a revision', () => {
    const titles = ['Variation 1', 'Variation 2', 'Variation 3'];
    expect(judge(['Variation 1 V3'], { titles })[0]!.best?.trackNumber).toBe(1);
  });
});

describe('letters after an abbreviated title', () => {
  it('are codes, not letters of the title', () => {
    const titles = ['Hummingbird', 'Telephone Wire', 'Solstice'];
    const names = ['HMB', 'TLW', 'SLS'].flatMap((title) => ['M', 'I', 'X'].map((code) => `${title}-${code}`));
    const found = judge(
      names.map((name, i) => ({ name: `${name}.wav`, durationS: 200 + 30 * Math.floor(i / 3) })),
      { titles, lengths: [200, 230, 260] },
    );
    expect(found.filter(({ name }) => name.includes('-I')).map(({ place }) => place)).toEqual([
      '1 instrumental',
      '2 instrumental',
      '3 instrumental',
    ]);
    for (const { name, assigned } of found)
      if (!name.includes('-M') && !name.includes('-X')) expect(assigned).not.toMatch(/streaming/);
  });
});

describe('a side and position written together with the title', () => {
  it.each([2, 3, 12])('name the track, for %d files', (size) => {
    const titles = twelve(TITLES.German!);
    const batch = batchOf(
      titles,
      size,
      (title, track) => `lp${track <= 6 ? 'a' : 'b'}${((track - 1) % 6) + 1}${joined(title)}`,
    );
    const found = judge(
      batch.map(({ name }) => high(name)),
      { titles },
    );
    expect(found.map(({ best }) => best?.trackNumber)).toEqual(batch.map(({ track }) => track));
    if (size === 12) expect(found.map(({ place }) => place)).toEqual(batch.map(({ track }) => `${track} vinyl`));
  });
});

describe('letters around a title', () => {
  it.each(['thehollowwayoffame', 'hollowwaysideproject'])('do not make “%s” that title', (name) => {
    const [found] = judge([name], { titles: TITLES.English });
    expect(found!.assigned).toBeNull();
  });
});

describe('an ISRC followed by letters', () => {
  it.each(SIZES)('names its track, for %d files', (size) => {
    const isrcOf = (track: number): string => `DEAB726000${padded(track)}`;
    const tracks = twelve(TITLES.English!).map((title, i) => ({
      id: `t${i + 1}`,
      trackNumber: i + 1,
      title,
      isrc: isrcOf(i + 1),
      notes: null,
      durationS: null,
      slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
    }));
    for (const suffix of ['STR', 'm', 'mst', '_M', '']) {
      const first = size === 12 ? 1 : FROM;
      const files = Array.from({ length: size }, (_, i) => ({
        id: String(first + i),
        name: `${isrcOf(first + i)}${suffix}.wav`,
        sampleRateHz: 44100,
        bitDepth: 24,
      }));
      const found = suggest({ title: 'Inland', artist: 'Ada Voss' }, tracks, files);
      for (const { id } of files) expect(found.get(id)!.suggestions[0]?.trackNumber).toBe(Number(id));
    }
  });
});

describe('a side position after a house code', () => {
  it.each(SIZES)('names its track, for %d files', (size) => {
    const titles = twelve(TITLES.English!);
    const sideOf = (track: number): string => `${track <= 6 ? 'A' : 'B'}${((track - 1) % 6) + 1}`;
    for (const code of ['HLM012', 'KRT07']) {
      const batch = batchOf(titles, size, (_, track) => `${code}${sideOf(track)}`);
      const found = judge(
        batch.map(({ name }) => high(name)),
        { titles },
      );
      expect(found.map(({ best }) => best?.trackNumber)).toEqual(batch.map(({ track }) => track));
    }
  });
});

describe('bad input', () => {
  const titles = TITLES.English!;

  it('of a thousand files with one name in different folders assigns none twice', () => {
    const files = Array.from({ length: 1000 }, (_, i) => ({ name: `disk ${i}/Hollow Way.wav`, folder: `disk ${i}` }));
    const found = judge(files, { titles });
    expect(found).toHaveLength(1000);
    const assigned = found.flatMap((each) => each.assigned ?? []);
    expect(new Set(assigned).size).toBe(assigned.length);
    for (const { best } of found) if (best) expect(best.trackNumber).toBe(1);
  });

  it('of names of 250 characters in mixed scripts is read, including the title at their start', () => {
    const scripts = ['夜明け前', 'Ночь', 'ليل', 'לילה', 'कहानी', '진짜', 'Ωμέγα', '🎧', 'e\u0301'];
    const long = Array.from({ length: 100 }, (_, i) => scripts[i % scripts.length]).join('');
    const names = titles.map((title) => `${title} ${long}`.slice(0, 250));
    const found = judge(names, { titles });
    expect(found.map(({ best }) => best?.trackNumber ?? null)).toEqual(titles.map((_, i) => i + 1));
    expect(judge([long.slice(0, 250)], { titles })[0]!.assigned).toBeNull();
  });
});
