import { describe, expect, it } from '@jest/globals';
import { judge, type NamedFile, TITLES } from './judged.testing.js';
import { AUTO_ASSIGN_ABOVE } from './types.js';

/** The originals' lengths in `judge`. */
const LENGTHS = TITLES.map((_, t) => 180 + 17 * t);
const ALL = TITLES.map((_, t) => `${t + 1} streaming`);

const timed = (names: readonly string[], lengths: readonly number[], more: Partial<NamedFile> = {}): NamedFile[] =>
  names.map((name, i) => ({ name: `${name}.wav`, durationS: lengths[i]!, ...more }));
const assigned = (files: readonly (string | NamedFile)[]): (string | null)[] =>
  judge(files, { lengths: true }).map((each) => each.assigned);

describe('a silence at the start that all masters have or lack', () => {
  const bounces = TITLES.map((_, t) => `Bounce ${31 + 2 * t}`);

  it.each([-4, -1.5, 2, 3.5, 5, 10])('of %d s does not make their lengths useless', (shift) => {
    expect(
      assigned(
        timed(
          bounces,
          LENGTHS.map((known) => known + shift),
        ),
      ),
    ).toEqual(ALL);
  });

  it('is given as a reason when a length depends on it', () => {
    const [first] = judge(
      timed(
        bounces,
        LENGTHS.map((known) => known + 3.5),
      ),
      { lengths: true },
    );
    expect(first!.best!.reasoning.join('\n')).toContain('but for the 3.5 s that all here are longer');
  });

  it('is not assumed when each file is longer by a different time', () => {
    const lengths = LENGTHS.map((known, t) => known + [3.2, 7.9, 5, 9.4, 6.3][t]!);
    expect(assigned(timed(bounces, lengths))).toEqual(TITLES.map(() => null));
  });
});

describe('numbers beside lengths', () => {
  it.each([
    ['sess_T0%', 1],
    ['Take 0%', 2],
    ['Ada Voss - %', 1],
  ])('of “%s” that start %d higher are counted from there, although trims change the lengths', (pattern, more) => {
    const names = TITLES.map((_, t) => pattern.replace('%', String(t + 1 + more)));
    const lengths = LENGTHS.map((known, t) => known + [1.8, -1.7, 2.2, -2, 1.4][t]!);
    expect(assigned(timed(names, lengths))).toEqual(ALL);
  });
});

describe('titles in another language', () => {
  const translated = ['Glut', 'Ebbe und Flut', 'Gläserner Obstgarten', 'Nach Norden', 'Mond aus Papier'];

  it('are identified by lengths when nearly all of them fit', () => {
    expect(assigned([...timed(translated, LENGTHS), { name: 'Zugabe.wav', durationS: 142 }])).toEqual([...ALL, null]);
  });

  it('are not identified by lengths when few of them fit', () => {
    const lengths = LENGTHS.map((known, t) => (t < 2 ? known : known + 90 + 23 * t));
    expect(assigned(timed(translated, lengths))).toEqual(TITLES.map(() => null));
  });
});

describe('songs that are nearly as long as others', () => {
  const near = [180, 182, 240, 300];
  const tracks = ['Ember', 'Low Tide', 'Glass Orchard', 'Northbound'];

  it('are identified by elimination', () => {
    // 184.5 s can only be the second, so the first remains for the other file.
    const files = timed(['wren', 'finch', 'kite', 'rook'], [181.2, 184.5, 240, 300]);
    const found = judge(files, { titles: tracks, lengths: near });
    expect(found.map(({ place }) => place)).toEqual(['1 streaming', '2 streaming', '3 streaming', '4 streaming']);
  });

  it('are identified when all renders keep their lengths to a few hundredths of a second', () => {
    const files = timed(['wren', 'finch', 'kite', 'rook', 'lark'], [182.05, 180.02, 240.04, 300, 266.03]);
    const found = judge(files, { titles: [...tracks, 'Paper Moon'], lengths: [...near, 266] });
    expect(found.map((each) => each.assigned)).toEqual(['2', '1', '3', '4', '5'].map((t) => `${t} streaming`));
  });

  it('are not identified when either file may be either song', () => {
    const files = timed(['wren', 'finch', 'kite', 'rook'], [180.8, 181.2, 240, 300]);
    const found = judge(files, { titles: tracks, lengths: near });
    expect(found.map((each) => each.assigned)).toEqual([null, null, '3 streaming', '4 streaming']);
  });
});

describe('a title within another', () => {
  const titles = ['Meridian', 'Meridian (Single Edit)', 'Low Tide', 'Low Tide (Reprise)'];
  const lengths = [462, 204.5, 230, 61];

  it.each([
    ['Meridian', 462, 1],
    ['Meridian', 204.6, 2],
    ['Meridian master', 204.3, 2],
    ['Low Tide', 230.4, 3],
    ['Low Tide', 61.2, 4],
  ])('is identified by the length: “%s” of %d s is track %d', (name, durationS, track) => {
    const [only] = judge([{ name: `${name}.wav`, durationS }], { titles, lengths });
    expect(only!.place).toBe(`${track} streaming`);
  });
});

describe('a number, a tag and a length', () => {
  it.each(['02', 'Track 02', '02 master'])('that disagree are shown, and nothing is assigned: “%s”', (name) => {
    const [only] = judge([{ name: `${name}.wav`, durationS: 180.2 }], { lengths: true });
    expect(only!.assigned).toBeNull();
    expect(only!.best!.reasoning[0]).toBe('− Only the length supports this track, and the number says track 2');
  });

  it.each([180.2, 340])('do not assign a file when the tag names a different song than the %d s', (durationS) => {
    const [only] = judge([{ name: 'x.wav', durationS, tags: { title: 'Low Tide' } }], { lengths: true });
    expect(only!.assigned).toBeNull();
  });

  it.each(['Audio 2', 'Bounce 2', 'Region 2'])('do not count tracks in “%s”', (name) => {
    expect(assigned([{ name: `${name}.wav`, durationS: 180.2 }])).toEqual(['1 streaming']);
  });
});

describe('a single file whose name is another song’s', () => {
  const at = (name: string, durationS: number): string | null =>
    judge([{ name: `${name}.wav`, durationS }], { lengths: true })[0]!.assigned;

  it.each(['Heron', 'Salt Road', 'Ada Voss - Heron'])('“%s” is not assigned by its length alone', (name) => {
    expect(at(name, 197.2)).toBeNull();
  });

  it.each(['02 Heron', 'final master', 'b5bb9d8014a0f9b1'])(
    '“%s” is assigned: it contains the number, or nothing',
    (name) => {
      expect(at(name, 197.2)).toBe('2 streaming');
    },
  );
});

describe('names that are off by one', () => {
  it('are suggested by length, and not assigned', () => {
    const lengths = LENGTHS.map((_, t) => LENGTHS[(t + 1) % LENGTHS.length]! + 0.1);
    const found = judge(timed(TITLES, lengths), { lengths: true });
    expect(found.map(({ place }) => place)).toEqual(TITLES.map((_, t) => `${((t + 1) % TITLES.length) + 1} streaming`));
    expect(found.map((each) => each.assigned)).toEqual(TITLES.map(() => null));
    expect(found[0]!.best!.reasoning.join('\n')).toContain('Of all songs here, only “Low Tide” is that long');
  });

  it.each(['instrumental', 'radio edit', 'extended'])(
    'do not include a version, “%s”, that has the same length by chance',
    (word) => {
      const [only] = judge([{ name: `Northbound ${word}.wav`, durationS: LENGTHS[1]! }], { lengths: true });
      expect(only!.place ?? '4').toMatch(/^4/);
    },
  );
});

describe('a title with the length of another version', () => {
  it.each([
    [-2, true],
    [5, true],
    [-9, false],
    [11, false],
    [30, false],
  ])('by %d s: assigned is %s', (seconds, isAssigned) => {
    expect(assigned([{ name: 'Low Tide.wav', durationS: 197 + seconds }])[0] !== null).toBe(isAssigned);
  });
});

describe('an original of which only the radio edit is known', () => {
  it.each([
    ['Original Mix', 'Radio Edit'],
    ['Full', 'radio'],
    ['Album Version', 'Radio Version'],
    ['', 'short edit'],
  ])('does not contradict “%s” next to “%s”', (full, edit) => {
    const [song] = judge(
      [
        { name: `Ember ${full}.wav`, durationS: 381 },
        { name: `Ember ${edit}.wav`, durationS: 180.2 },
        { name: `Low Tide ${full}.wav`, durationS: 402 },
        { name: `Low Tide ${edit}.wav`, durationS: 197.1 },
      ],
      { lengths: true },
    );
    expect(song!.assigned).toBe('1 streaming');
    expect(song!.best!.reasoning.join('\n')).not.toMatch(/No master of this song|Much longer/);
  });

  it('contradicts it when nothing shows the edit', () => {
    expect(assigned([{ name: 'Ember.wav', durationS: 381 }])).toEqual([null]);
  });
});

describe('a name that tags and length contradict', () => {
  const swapped = (name: string, title: string, durationS: number): NamedFile => ({
    name: `${name}.wav`,
    durationS,
    tags: { title, artist: 'Ada Voss' },
  });

  it.each([
    ['Ember', 'Northbound', 3],
    ['03 Glass Orchard', 'Low Tide', 1],
  ])('“%s”, with the tag and the length of “%s”, is suggested there and not assigned', (name, title, track) => {
    const [found] = judge([swapped(name, title, LENGTHS[track]!)], { lengths: true });
    expect(found).toMatchObject({ place: `${track + 1} streaming`, assigned: null });
    expect(found!.best!.reasoning.join('\n')).toContain(`Embedded title and length both say “${title}”`);
  });

  it('is not overruled by a tag that is merely left over', () => {
    expect(assigned([swapped('Ember', 'Northbound', LENGTHS[0]!)])).toEqual(['1 streaming']);
  });
});

describe('two files of one song without a known length', () => {
  it.each([
    ['Ember 44', 'Ember 48'],
    ['Ember M', 'Ember I'],
    ['Ember NL', 'Ember TP'],
  ])('“%s” and “%s” are not distinguished by a length that is taken from one of them', (one, other) => {
    const found = judge(
      [one, other].map((name, i) => ({ name: `${name}.wav`, durationS: 201, sampleRateHz: i ? 48_000 : 44_100 })),
    );
    expect(found.map((each) => each.assigned)).toEqual([null, null]);
  });

  it('are both shown where their lengths are of two versions', () => {
    const found = judge([
      { name: 'Ember.wav', durationS: 201 },
      { name: 'Ember.wav', durationS: 161, folder: 'from b' },
    ]);
    expect(found.map(({ assigned: slot }) => slot)).toEqual([null, null]);
  });
});

describe('a name that says why its length differs', () => {
  it.each(['no count-in', 'without click', 'no slate', 'ohne Click'])('“%s” is the song without it', (words) => {
    expect(assigned([{ name: `Low Tide - ${words}.wav`, durationS: 191 }])).toEqual(['2 streaming']);
  });

  it.each(['count-in', 'click', 'slate'])('“%s” alone is not', (word) => {
    const [only] = judge([{ name: `Low Tide - ${word}.wav`, durationS: 191 }], { lengths: true });
    expect(only!.best?.confidence ?? 0).toBeLessThanOrEqual(AUTO_ASSIGN_ABOVE);
  });
});
