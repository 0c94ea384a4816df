import { describe, expect, it } from '@jest/globals';
import { judge, type NamedFile, TITLES } from './judged.testing.js';

const SIDES = ['A1', 'A2', 'A3', 'B1', 'B2'];
const high = (name: string): NamedFile => ({ name: `${name}.wav`, sampleRateHz: 96_000 });
const places = (files: readonly (string | NamedFile)[]): (string | null)[] => judge(files).map(({ place }) => place);
const VINYL = TITLES.map((_, t) => `${t + 1} vinyl`);

describe('files that are numbered by sides of a record', () => {
  it.each(['% #', '%_#', 'HRN-012 % #', '%. # (2496)'])(
    'are for vinyl next to other files of the songs: “%s”',
    (pattern) => {
      const sides = TITLES.map((title, t) => high(pattern.replace('%', SIDES[t]!).replace('#', title)));
      const digital = TITLES.map((title, t) => `0${t + 1} ${title}`);
      expect(judge([...sides, ...digital]).map(({ assigned }) => assigned)).toEqual([
        ...VINYL,
        ...TITLES.map((_, t) => `${t + 1} streaming`),
      ]);
    },
  );

  it('may hold the songs in another order than the album', () => {
    const order = [3, 0, 4, 1, 2];
    const sides = order.map((t, i) => high(`LP ${SIDES[i]!} ${TITLES[t]!}`));
    expect(
      judge([...sides, ...TITLES])
        .map(({ assigned }) => assigned)
        .slice(0, 5),
    ).toEqual(order.map((t) => `${t + 1} vinyl`));
  });

  it.each(['Side A trk 1', 'Seite A 1', 'side a1', 'A-1', 'A01'])('are read in each notation: “%s”', (first) => {
    expect(places([high(`${first} Ember`), high(`${first.replace('1', '2')} Low Tide`), 'Ember', 'Low Tide'])[0]).toBe(
      '1 vinyl',
    );
  });

  it.each(['@ %', 'Side @ - %', 'LAC-07 @ - %', '[@] %'])('may name a side by its letter alone: “%s”', (pattern) => {
    const file = (title: string, side: string): NamedFile => high(pattern.replace('@', side).replace('%', title));
    expect(places([file('Ember', 'A'), file('Low Tide', 'B'), 'Ember', 'Low Tide']).slice(0, 2)).toEqual(
      VINYL.slice(0, 2),
    );
  });

  it('alone may be for vinyl or from it, and are left to the engineer', () => {
    const found = judge(TITLES.map((title, t) => high(`${SIDES[t]!} ${title}`)));
    expect(found.map(({ place }) => place)).toEqual(VINYL);
    expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map(() => null));
    expect(found[0]!.best!.reasoning[0]).toBe(
      '− “A1” counts the sides of a record, but no word says that this is for vinyl',
    );
  });

  it.each(['Ember instrumental', 'Ember mix 3', 'Ember TV'])(
    'are not for vinyl because of “%s” next to them',
    (other) => {
      const found = judge([...TITLES.map((title, t) => `${SIDES[t]!} ${title}`), other]);
      expect(found[0]).toMatchObject({ place: '1 streaming', assigned: null });
    },
  );

  it('are not mistaken for letters of a list', () => {
    const found = judge(
      'ABCDE'.split('').map((letter, t) => ({ ...high(letter), durationS: 180.2 + 17 * t })),
      { lengths: true },
    );
    expect(found.map(({ place }) => place)).toEqual(TITLES.map((_, t) => `${t + 1} streaming`));
  });

  it('may be whole sides, of which one is a single song', () => {
    const sides = [377.5, 214.2].map((durationS, i) => ({ ...high(`HRN-012 ${'AB'[i]!}`), durationS }));
    const digital = TITLES.map((_, t) => ({ name: `HRN-012 dig ${t + 1}.wav`, durationS: 180.2 + 17 * t }));
    const [a, b] = judge([...sides, ...digital], { lengths: true });
    expect([a!.assigned, b!.place]).toEqual([null, '3 vinyl']);
  });

  it.each(['Side', 'seite', 'Face'])('may be in one folder per side: “%s A”', (label) => {
    const sides = TITLES.map((title, t) => high(`${label} ${t < 3 ? 'A' : 'B'}/${title}`));
    expect(places([...sides, ...TITLES]).slice(0, 5)).toEqual(VINYL);
  });

  it('are not mistaken for letters of versions to choose from', () => {
    expect(places([high('A Ember'), high('B Ember'), 'Low Tide'])).not.toContain('1 vinyl');
  });

  it.each(['DIGITAL', 'streaming', 'Bandcamp'])('follow a word that names the format: “%s”', (word) => {
    const found = judge(TITLES.map((title, t) => `${SIDES[t]!} ${title} ${word}`));
    expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, t) => `${t + 1} streaming`));
  });

  it.each(['a#', 'A#', 'x A#'])('are not read when one letter is common to all: “%s”', (pattern) => {
    const found = judge(TITLES.map((_, t) => high(pattern.replace('#', String(t + 1)))));
    expect(found.filter(({ place }) => place?.includes('vinyl'))).toEqual([]);
  });

  it.each(['declicked', 'restored', 'transfer 2'])('belong to the record that they come from: “%s”', (word) => {
    const found = judge(TITLES.map((title, t) => high(`${SIDES[t]!} ${title} ${word}`)));
    expect(found.map(({ place }) => place)).toEqual(TITLES.map((_, t) => `${t + 1} streaming`));
  });

  it('are not read from a letter that belongs to a title or is alone', () => {
    const titles = ['A Wolf', 'B Movie', 'C'];
    const found = judge(titles.map(high), { titles });
    expect(found.map(({ place }) => place)).toEqual(['1 streaming', '2 streaming', '3 streaming']);
    expect(places([high('B Ember'), 'Ember'])[0]).not.toBe('1 vinyl');
  });
});

describe('formats of one song', () => {
  it.each([
    ['%_96', '%_CD'],
    ['% 24-96', '% 16-44'],
    ['% HR', '% (master)'],
  ])('are recognised by their names, “%s” and “%s”, although these hardly contain the title', (one, other) => {
    const titles = ['Quartet No. 1 in F minor: III. Scherzo. Vivace', 'Quartet No. 2 in D major: IV. Rondo'];
    const files = ['Q1-iii Scherzo', 'Q2-iv Rondo'].flatMap((name) => [
      high(one.replace('%', name)),
      { name: `${other.replace('%', name)}.wav`, bitDepth: 16 },
    ]);
    expect(judge(files, { titles }).map(({ place }) => place)).toEqual(['1 hires', '1 cd', '2 hires', '2 cd']);
  });
});
