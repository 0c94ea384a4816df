import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './decision/questions.js';
import { judge, plain, tracksOf } from './judged.testing.js';
import { suggest } from './suggest.js';
import { AUTO_ASSIGN_ABOVE, type BatchQuestion, type SlotType, type StudioRule, type SuggestFile } from './types.js';

const TITLES = {
  english: ['Harbour Wall', 'Slow Lightning', 'Copper Field', 'Nine Doors', 'Under Ice', 'Late Ferry'],
  french: ['Rue des Lilas', 'Sans Boussole', 'La Marée Basse', 'Verre Pilé', 'Nuit Claire', 'Le Dernier Bac'],
  german: ['Hinterland', 'Feuerwache', 'Spätzug', 'Kieselgrund', 'Morgenrot', 'Das leere Haus'],
  spanish: ['Orilla Norte', 'Ceniza', 'La Última Curva', 'Marea', 'Piedra y Sal', 'Viento Sur'],
  russian: ['Северный ветер', 'Чайка', 'Последний трамвай', 'Дом у моря', 'Зимний сад', 'Река'],
  japanese: ['夜明け前', '灯台', '坂の途中', '青い傘', '夏の終わり', '静かな海'],
};
const more = (titles: string[]): string[] => [...titles, ...titles.map((title) => `${title} II`)];

const SIZES = [1, 2, 3, 12];
const FORMATS = {
  '16-bit / 44.1 kHz': { sampleRateHz: 44_100, bitDepth: 16, offers: ['streaming', 'cd'], stated: 50 },
  '24-bit / 96 kHz': { sampleRateHz: 96_000, bitDepth: 24, offers: ['streaming', 'hires', 'vinyl'], stated: 40 },
  '24-bit / 88.2 kHz': { sampleRateHz: 88_200, bitDepth: 24, offers: ['streaming', 'hires', 'vinyl'], stated: 40 },
};

const files = (titles: string[], size: number, pattern: string, facts: object) =>
  more(titles)
    .slice(0, size)
    .map((title, i) => ({
      name: `${pattern.replace('#', String(i + 1).padStart(2, '0')).replace('%', title)}.wav`,
      ...facts,
    }));

const rule = (word: string, slotType: SlotType, more: Partial<StudioRule> = {}): StudioRule => ({
  word: word.toLowerCase(),
  text: word,
  slotType,
  for: 3,
  against: 0,
  ...more,
});

/** The questions about a batch. */
function asked(given: { name: string }[], titles: string[], rules: StudioRule[] = []): BatchQuestion[] {
  const all = given.map((file, i): SuggestFile => ({ id: String(i), ...plain, ...file }));
  const found = suggest({ title: 'Inland', artist: 'Ada Voss' }, tracksOf(false, titles), all, rules);
  return questionsOf(all.map(({ id }) => ({ id, question: found.get(id)!.question })));
}

describe.each(Object.entries(TITLES))('names in %s', (_, titles) => {
  const songs = more(titles);

  describe.each(Object.entries(FORMATS))('of %s alone', (format, { offers, stated, ...facts }) => {
    it.each(SIZES)('leave the slot of %d files to the studio and offer the alternatives', (size) => {
      const found = judge(files(titles, size, '# %', facts), { titles: songs });
      for (const { best, assigned, offered } of found) {
        expect(assigned).toBeNull();
        expect(best!.confidence).toBe(stated);
        expect(offered.map((place) => place.split(' ')[1])).toEqual(offers);
      }
    });

    it.each(SIZES)('are asked about once for all %d', (size) => {
      const questions = asked(files(titles, size, '# %', facts), songs);
      expect(questions).toHaveLength(1);
      expect(questions[0]).toMatchObject({ kind: 'format-slot', text: format });
      expect(questions[0]!.fileIds).toHaveLength(size);
    });

    it.each(SIZES)('are all %d assigned once the studio has shown its habit or answered', (size) => {
      const batch = files(titles, size, '# %', facts);
      const { word } = asked(batch, songs)[0]!;
      const last = offers.at(-1)!;
      for (const habit of [{ for: 3 }, { for: 0, answered: true }]) {
        const rules = [rule(word, `${last}_master` as SlotType, habit)];
        const found = judge(batch, { titles: songs, rules });
        expect(found.map(({ assigned }) => assigned)).toEqual(batch.map((__, i) => `${i + 1} ${last}`));
        expect(asked(batch, songs, rules)).toEqual([]);
      }
    });

    it('are assigned when a word names the slot', () => {
      const found = judge(files(titles, 3, '# % streaming', facts), { titles: songs });
      expect(found.map(({ assigned }) => assigned)).toEqual(['1 streaming', '2 streaming', '3 streaming']);
    });
  });

  it.each(SIZES)('of 24 bit at 48 kHz are all %d for streaming', (size) => {
    const batch = files(titles, size, '# %', { sampleRateHz: 48_000 });
    expect(judge(batch, { titles: songs }).map(({ assigned }) => assigned)).toEqual(
      batch.map((__, i) => `${i + 1} streaming`),
    );
    expect(asked(batch, songs)).toEqual([]);
  });

  describe.each(['PM', 'vn', 'PAD', 'QX'])('with the word “%s” that only the studio knows', (word) => {
    const formats = [{}, { sampleRateHz: 96_000 }, { bitDepth: 16 }];

    it.each(SIZES)('wait until it is explained, for %d files of one format', (size) => {
      for (const facts of formats) {
        const batch = files(titles, size, `# % ${word}`, facts);
        expect(judge(batch, { titles: songs }).map(({ assigned }) => assigned)).toEqual(batch.map(() => null));
        const questions = asked(batch, songs);
        expect(questions.map(({ kind, text }) => [kind, text])).toEqual([['house-word', word]]);
        expect(questions[0]!.fileIds).toHaveLength(size);
      }
    });

    it.each(SIZES)('are all %d assigned once its meaning is known', (size) => {
      const batch = files(titles, size, `# % ${word}`, { sampleRateHz: 96_000 });
      for (const known of [{ for: 3 }, { for: 0, answered: true }]) {
        const rules = [rule(word, 'vinyl_master', known)];
        const found = judge(batch, { titles: songs, rules });
        expect(found.map(({ assigned }) => assigned)).toEqual(batch.map((__, i) => `${i + 1} vinyl`));
      }
    });

    it.each(SIZES)('suggest vinyl first for %d files of a high sample rate, as the question does', (size) => {
      const batch = files(titles, size, `# % ${word}`, { sampleRateHz: 96_000 });
      expect(judge(batch, { titles: songs }).map(({ offered }) => offered[0])).toEqual(
        batch.map((__, i) => `${i + 1} vinyl`),
      );
      expect(asked(batch, songs)[0]!.choices[0]).toBe('vinyl_master');
    });

    it('that distinguishes the files of a track leaves the slot of those files open', () => {
      const batch = [...files(titles, 2, '# %', {}), ...files(titles, 2, `# % ${word}`, { sampleRateHz: 96_000 })];
      const found = judge(batch, { titles: songs });
      expect(found.map(({ assigned }) => assigned)).toEqual(['1 streaming', '2 streaming', null, null]);
    });
  });
});

describe.each(Object.entries(TITLES))('letters at the end of names in %s', (_, titles) => {
  it.each([
    ['I', {}, 'instrumental_master'],
    ['C', {}, 'clean_master'],
    ['V', { sampleRateHz: 96_000 }, 'vinyl_master'],
  ] as const)(
    '“%s” next to “M” of one song is asked about, and means what the studio answers',
    (letter, facts, slot) => {
      const batch = [...files(titles, 1, '%-M', {}), ...files(titles, 1, `%-${letter}`, facts)];
      const [, found] = judge(batch, { titles });
      expect(found!.assigned).toBeNull();
      expect(asked(batch, titles).map(({ text }) => text)).toEqual([letter]);
      const rules = [rule(letter, slot, { for: 0, answered: true })];
      expect(judge(batch, { titles, rules }).map(({ assigned }) => assigned)).toEqual([
        '1 streaming',
        `1 ${slot.replace('_master', '')}`,
      ]);
    },
  );

  describe.each(['I', 'C', 'E'])('such as “%s”, which all names have', (letter) => {
    it.each(SIZES)('leave the slot of %d files open until the studio has said what it is', (size) => {
      const songs = more(titles).map((title) => title.replace(/ II$/, ' Zwo'));
      const batch = songs
        .slice(0, size)
        .map((title, i) => ({ name: `${String(i + 1).padStart(2, '0')} ${title}_${letter}.wav` }));
      expect(judge(batch, { titles: songs }).map(({ assigned }) => assigned)).toEqual(batch.map(() => null));
      expect(asked(batch, songs).map(({ text, fileIds }) => [text, fileIds.length])).toEqual([[letter, size]]);
      const rules = [rule(letter, 'instrumental_master', { for: 0, answered: true })];
      expect(judge(batch, { titles: songs, rules }).map(({ assigned }) => assigned)).toEqual(
        batch.map((__, i) => `${i + 1} instrumental`),
      );
    });
  });

  it.each(SIZES)('of positions on a record leave the slot open next to a house code, for %d files', (size) => {
    const batch = more(titles)
      .slice(0, size)
      .map((title, i) => ({
        name: `${i < 6 ? 'A' : 'B'}${(i % 6) + 1}_${title}_LQR.wav`,
        sampleRateHz: 96_000,
      }));
    const songs = more(titles);
    expect(judge(batch, { titles: songs }).map(({ assigned }) => assigned)).toEqual(batch.map(() => null));
    expect(asked(batch, songs).map(({ text }) => text)).toEqual(['LQR']);
    const rules = [rule('LQR', 'vinyl_master', { for: 0, answered: true })];
    expect(judge(batch, { titles: songs, rules }).map(({ assigned }) => assigned)).toEqual(
      batch.map((__, i) => `${i + 1} vinyl`),
    );
  });
});

describe('a code run together with a title', () => {
  it.each([1, 2, 3, 6])(
    'is asked about next to the plain masters, and means what the studio answers, for %d songs',
    (size) => {
      const titles = TITLES.english;
      const name = (title: string): string => title.toLowerCase().replaceAll(' ', '');
      const batch = titles.slice(0, size).flatMap((title) => [
        { name: `${name(title)}mst.wav`, sampleRateHz: 48_000 },
        { name: `${name(title)}mstvn.wav`, sampleRateHz: 96_000 },
      ]);
      const open = judge(batch, { titles }).map(({ assigned }) => assigned);
      expect(open).toEqual(batch.map((_, i) => (i % 2 ? null : `${i / 2 + 1} streaming`)));
      expect(asked(batch, titles).map(({ text, fileIds }) => [text, fileIds.length])).toEqual([['vn', size]]);
      const rules = [rule('vn', 'vinyl_master', { for: 0, answered: true })];
      expect(judge(batch, { titles, rules }).map(({ assigned }) => assigned)).toEqual(
        batch.map((_, i) => `${Math.floor(i / 2) + 1} ${i % 2 ? 'vinyl' : 'streaming'}`),
      );
    },
  );
});

describe('initials at the end of names', () => {
  it('are a person, not a code', () => {
    const titles = TITLES.english;
    const found = judge(files(titles, 5, '# % - M. R.', {}), { titles });
    expect(found.map(({ assigned }) => assigned?.split(' ')[1])).toEqual(Array(5).fill('streaming'));
  });
});

describe('a word at the end of names', () => {
  const titles = TITLES.english;
  it.each([
    ['names the engineer of a master', '# % (HM Master)'],
    ['names who has approved it', '# % by HM'],
    ['is known', '# % final'],
    ['is the letter of a master', '# %_M'],
  ])('that %s leaves nothing open', (_, pattern) => {
    const found = judge(files(titles, 5, pattern, {}), { titles });
    expect(found.map(({ assigned }) => assigned?.split(' ')[1])).toEqual(Array(5).fill('streaming'));
  });

  it('that is in all formats of a song does not name a slot', () => {
    const batch = [{}, { sampleRateHz: 96_000 }].flatMap((facts) => files(titles, 3, '# % KM', facts));
    const found = judge(
      batch.map((file, i) => ({ ...file, name: file.name.replace('.wav', i < 3 ? ' 2448.wav' : ' 2496.wav') })),
      { titles },
    );
    expect(found.every(({ assigned }) => assigned !== null)).toBe(true);
  });
});

describe('questions', () => {
  const titles = TITLES.english;
  const high = { sampleRateHz: 96_000 };
  const batch = [
    ...files(titles, 6, '# % PM', high),
    ...files(titles.slice(0, 4), 4, '# % QX', high),
    ...files(titles.slice(0, 2), 2, '# % ZT', high),
  ];

  it('are at most two, starting with the one that settles most files', () => {
    expect(asked(batch, titles).map(({ text, fileIds }) => [text, fileIds.length])).toEqual([
      ['PM', 6],
      ['QX', 4],
    ]);
  });

  it('that were answered are not asked again, even if files are in other slots by now', () => {
    const rules = [
      rule('PM', 'vinyl_master', { for: 0, answered: true }),
      rule('QX', 'hires_master', { answered: true, for: 0, against: 9 }),
    ];
    expect(asked(batch, titles, rules).map(({ text }) => text)).toEqual(['ZT']);
  });

  it('that the files of the studio answer in two ways are not asked, and decide nothing', () => {
    const rules = [
      rule('PM', 'vinyl_master', { for: 6, against: 6 }),
      rule('PM', 'hires_master', { for: 6, against: 6 }),
    ];
    const alone = files(titles, 6, '# % PM', high);
    expect(asked(alone, titles, rules)).toEqual([]);
    expect(judge(alone, { titles, rules }).every(({ best }) => best!.confidence <= AUTO_ASSIGN_ABOVE)).toBe(true);
  });

  it('are not asked about files whose track is unknown', () => {
    expect(asked([{ name: 'Quux.wav', ...high }], titles)).toEqual([]);
  });
});

describe('placing a file', () => {
  it('teaches the slot of its format', () => {
    const found = suggest({ title: 'Inland', artist: null }, tracksOf(false), [
      { id: 'plain', ...plain, name: '01 Ember.wav', bitDepth: 16 },
      { id: 'named', ...plain, name: '02 Low Tide CD.wav', bitDepth: 16 },
    ]);
    expect(found.get('plain')!.words).toEqual([{ word: '16/44.1', text: '16-bit / 44.1 kHz' }]);
    expect(found.get('named')!.words).toEqual([]);
  });
});
