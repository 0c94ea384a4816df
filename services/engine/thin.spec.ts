import { describe, expect, it } from '@jest/globals';
import { judge, type NamedFile, plain, TITLES, tracksOf } from './judged.testing.js';
import { suggest } from './suggest.js';
import { AUTO_ASSIGN_ABOVE } from './types.js';

describe('songs by their initials', () => {
  const titles = ['Black Bird', 'Nova Line', 'Salt and Silver', 'Night Light', 'Half Moon', 'Tall Ships Go By'];
  const names = (pattern: string, initials: string[]): string[] => initials.map((each) => pattern.replace('%', each));

  it.each(['QV_%_M1', 'QV - % - master 24', '%_mst_2448', '% master'])(
    'are found when several songs are: “%s”',
    (pattern) => {
      const found = judge(names(pattern, ['BB', 'SAS', 'HM', 'TSGB']), { titles });
      expect(found.map(({ assigned }) => assigned)).toEqual(
        ['1', '3', '5', '6'].map((number) => `${number} streaming`),
      );
    },
  );

  const LANGUAGES = {
    English: ['Black Bird', 'Nova Line', 'Salt and Silver', 'Quiet Harbour', 'Half Moon', 'Tall Ships Go By'],
    French: ['Belle Nuit', 'Vieux Port', 'Rue des Lilas', 'Le Dernier Bac', 'Sans Boussole', 'Petit Jour Gris'],
    German: ['Kalter Rauch', 'Tiefe See', 'Halber Mond', 'Letzter Zug', 'Grüne Wiese', 'Haus ohne Fenster'],
    Spanish: ['Calle Mayor', 'Luz de Enero', 'Piedra y Sal', 'Noche Sin Luna', 'Campo Santo', 'Hasta Otro Lunes'],
  };
  describe.each(Object.entries(LANGUAGES))('in %s', (_, songs) => {
    const twelve = [...songs, ...songs.map((title) => `${title} Quarta`)];
    const initials = twelve.map((title) =>
      title
        .split(' ')
        .map((word) => word[0]!.toUpperCase().normalize('NFD')[0])
        .join(''),
    );

    it.each([1, 2, 3, 12])('with a code name their tracks, for %d files', (size) => {
      for (const pattern of ['%_M1', '%_mst_2448', 'QV_%_master']) {
        const found = judge(names(pattern, initials.slice(0, size)), { titles: twelve });
        expect(found.map(({ place }) => place)).toEqual(found.map((__, i) => `${i + 1} streaming`));
        if (size > 1) for (const { best } of found) expect(best!.confidence).toBeGreaterThan(AUTO_ASSIGN_ABOVE);
      }
    });
  });

  it('do not identify a song when two share them', () => {
    const [shared] = judge(names('QV_%_M1', ['NL', 'BB', 'HM']), { titles });
    expect(shared!.assigned).toBeNull();
  });

  it.each(['CD', 'TV', 'MX'])('are not read from “%s”, which means something else', (word) => {
    const found = judge([`${word} master`], { titles: ['Cold Deck', 'Tidal Vow', 'Mono Xylem'] });
    expect(found[0]!.assigned).toBeNull();
  });
});

describe('the initials of the artist', () => {
  it.each(['INS_', 'INS - ', 'ins '])('before the song do not name a slot: “%s”', (prefix) => {
    const files = ['Ember', 'Low Tide'].map((title, i) => ({ id: String(i), name: `${prefix}${title}.wav`, ...plain }));
    const found = suggest({ title: 'Inland', artist: 'Ida N. Stowe' }, tracksOf(false), files);
    expect([...found.values()].map(({ suggestions }) => suggestions[0]!.slotType)).toEqual([
      'streaming_master',
      'streaming_master',
    ]);
  });
});

describe('two files that cannot be distinguished', () => {
  it.each([
    ['master A', 'master B'],
    ['MST c 24-44', 'MST d 24-44'],
    ['NL', 'TP'],
    ['wren', 'finch'],
    ['sep 30', 'oct 1'],
  ])('“%s” and “%s” are both shown, and neither is assigned', (one, other) => {
    const found = judge([`Ember ${one}`, `Ember ${other}`]);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null]);
  });
});

describe('two files of one name', () => {
  const twice = (apart: number): (string | null)[] =>
    judge(
      [0, apart].map((minutes, i) => ({
        name: 'Ember master.wav',
        folder: `from ${'ab'[i]}`,
        uploadedAt: new Date(Date.UTC(2026, 9, 1) + 60_000 * minutes).toISOString(),
      })),
    ).map(({ assigned }) => assigned);

  it.each([0, 1, 9])('that came %d minutes apart are both shown, and neither is assigned', (minutes) => {
    expect(twice(minutes)).toEqual([null, null]);
  });

  it.each([11, 90, 3000])('that came %d minutes apart are an older and a newer one', (minutes) => {
    expect(twice(minutes)).toEqual([null, '1 streaming']);
  });
});

describe('a format of an older revision', () => {
  const cd = (name: string): NamedFile => ({ name: `${name}.wav`, bitDepth: 16 });

  it.each([
    ['260912', '261003'],
    ['2026-09-28', '2026-10-02'],
    ['v1', 'v2'],
    ['rev A', 'rev B'],
  ])('of %s is not assigned while the song is at %s', (older, newer) => {
    const [waiting, newest] = judge([cd(`Ember ${older} CD`), `Ember ${newer}`, `Ember ${older}`]);
    expect([waiting!.assigned, newest!.assigned]).toEqual([null, '1 streaming']);
  });

  it.each(['v2', '261003', ''])('of the same revision, “%s”, is assigned', (revision) => {
    expect(judge([cd(`Ember ${revision} CD`), `Ember ${revision}`])[0]!.assigned).toBe('1 cd');
  });

  it.each([
    ['master 16', 'master 24'],
    ['16', '24'],
  ])('is not read from a bit depth: “%s” next to “%s”', (one, other) => {
    expect(judge([cd(`Ember ${one}`), `Ember ${other}`])[0]!.assigned).toBe('1 cd');
  });
});

describe('a length under a name that says nothing', () => {
  const at = (durationS: number): string | null =>
    judge([{ name: 'master final.wav', durationS }], { lengths: true })[0]!.assigned;

  it.each([-2, -1.4, 0.3, 1.7, 2.3])('identifies the song that was trimmed by %d s', (trimmed) => {
    expect(at(197 - trimmed)).toBe('2 streaming');
  });

  it.each([3.5, 6, 9])('does not identify it at a difference of %d s', (apart) => {
    expect(at(197 + apart)).toBeNull();
  });

  it('does not identify a song when two are nearly as long', () => {
    const tracks = tracksOf(true).map((track, i) => ({ ...track, durationS: i === 2 ? 199 : track.durationS }));
    const files = [{ id: '0', name: 'master final.wav', ...plain, durationS: 198 }];
    const [best] = suggest({ title: 'Inland', artist: null }, tracks, files).get('0')!.suggestions;
    expect(best!.confidence).toBeLessThanOrEqual(AUTO_ASSIGN_ABOVE);
  });

  it('does not identify a song by chance, in a batch of which nothing else fits', () => {
    const found = judge(
      ['Sable', 'Ermine', 'Otter', 'Mink'].map((name, i) => ({
        name: `0${i + 1} ${name}.wav`,
        durationS: 197 + (i > 0 ? 90 + 13 * i : 0),
      })),
      { lengths: true },
    );
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null, null, null]);
  });

  it.each(['Montage3_%', 'Sequence 2 - %', 'ALBUM MASTER %'])(
    'overrules a word in the names of all songs: “%s”',
    (name) => {
      const found = judge(
        TITLES.map((_, i) => ({ name: `${name.replace('%', 'abcde'[i]!)}.wav`, durationS: 180 + 17 * i })),
        { lengths: true },
      );
      expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, i) => `${i + 1} streaming`));
    },
  );
});

describe('numbers that contradict the lengths', () => {
  it.each(['Song %_M', '% master', 'Track 0%'])('of “%s” are ignored', (name) => {
    const order = [3, 0, 4, 1, 2];
    const found = judge(
      order.map((t, i) => ({ name: `${name.replace('%', String(i + 1))}.wav`, durationS: 180.2 + 17 * t })),
      { lengths: true },
    );
    expect(found.map(({ assigned }) => assigned)).toEqual(order.map((t) => `${t + 1} streaming`));
  });
});

describe('a file that loses its slot to another format', () => {
  it.each(['ADM', 'DSP', 'stream'])('goes to the slot of its own format, when both are called “%s”', (word) => {
    const high = { name: `Ember ${word} 24-96.wav`, sampleRateHz: 96_000 };
    const found = judge([high, `Ember ${word} 24-44`, 'Low Tide']);
    expect(found.map(({ place }) => place)).toEqual(['1 hires', '1 streaming', '2 streaming']);
  });
});

describe('a file by itself', () => {
  it.each(['Ember & Low Tide', 'Ember_Low Tide', 'Low Tide + Northbound', 'Northbound - Paper Moon'])(
    'with two titles, “%s”, is assigned to neither',
    (name) => {
      const [only] = judge([name]);
      expect(only!.assigned).toBeNull();
      expect(only!.best!.reasoning.join('\n')).toMatch(/is also in the name/);
    },
  );

  it.each(['live', 'acoustic', 'unplugged', 'en vivo', '(piano version)'])(
    'of another performance, “%s”, is not assigned',
    (word) => {
      expect(judge([`Ember ${word}`])[0]!.assigned).toBeNull();
      const files = [{ id: '0', name: `Ember ${word}.wav`, ...plain }];
      const [best] = suggest({ title: 'Inland Live', artist: null }, tracksOf(false), files).get('0')!.suggestions;
      expect(best!.confidence).toBeGreaterThan(AUTO_ASSIGN_ABOVE);
    },
  );

  it('is assigned when its length is that of the track', () => {
    expect(judge([{ name: 'Ember live.wav', durationS: 180.2 }], { lengths: true })[0]!.assigned).toBe('1 streaming');
  });

  it.each(['mp3', 'm4a', 'ogg'])('in a lossy format, %s, is a reference', (container) => {
    expect(judge([{ name: `Ember.${container}`, container, bitDepth: null }])[0]!.assigned).toBeNull();
  });

  it.each(['Paper Boats', 'Glass Houses', 'Low Country', 'Paper Tiger v2'])('“%s” only begins like a title', (name) => {
    expect(judge([name])[0]!.assigned).toBeNull();
  });

  it.each(['Tired Neighbour', 'Narrow Neighbours'])('“%s” shares a word with a title, and is another title', (name) => {
    expect(judge([name], { titles: ['Mosaic', 'Borrowed Neighbour'] })[0]!.assigned).toBeNull();
  });

  it.each(['Norhtbound', 'Paper Mooon', 'Lowe Tide'])('“%s” is a title misspelt', (name) => {
    expect(judge([name])[0]!.assigned).toMatch(/streaming/);
  });

  it.each(['Coven', 'Cover', 'Coves', 'Love'])('“%s” may be a different word than such a short title', (name) => {
    expect(judge([name], { titles: ['Cove', 'Dune', 'Ash'] })[0]!.assigned).toBeNull();
  });

  it.each(['Paper', 'Glass', 'Orchard'])('“%s” may be an abbreviated title', (name) => {
    expect(judge([name])[0]!.place).toMatch(/streaming/);
  });
});

describe('a slot that is in the name and does not fit the file', () => {
  it.each([
    ['Ember CD', 96_000, 24],
    ['Ember hi-res', 44_100, 16],
  ])('is left to the engineer: “%s” at %d Hz, %d bit', (name, sampleRateHz, bitDepth) => {
    expect(judge([{ name: `${name}.wav`, sampleRateHz, bitDepth }])[0]!.assigned).toBeNull();
  });

  it.each(['CD1-03', 'CD2 T03', 'Disc 1 03'])('is not named by a position on a disc: “%s”', (place) => {
    const titles = ['Ash', 'Bay', 'Cove'];
    const names = titles.map((title, t) => `${place.replace('03', `0${t + 1}`).replace('2', '1')} ${title}`);
    expect(judge(names, { titles }).map(({ assigned }) => assigned)).toEqual([
      '1 streaming',
      '2 streaming',
      '3 streaming',
    ]);
  });
});

describe('a compilation', () => {
  const titles = ['Salt Choir – Ember', 'The Locks – Sluice', 'DJ Pallet – Forklift', 'Noor – Harbour'];

  it.each(['% [SC]', '% 2448', 'Vol. 3 - %'])(
    'also matches songs that are named without their artists: “%s”',
    (pattern) => {
      const names = ['Ember', 'Sluice', 'Forklift', 'Harbour'].map((song) => pattern.replace('%', song));
      expect(judge(names, { titles }).map(({ place }) => place)).toEqual(titles.map((_, t) => `${t + 1} streaming`));
    },
  );
});

describe('two sets of the same songs', () => {
  it.each(['PB', 'QX', 'MUS'])('of which one has “%s” in its names: the plain names are suggested first', (word) => {
    const found = judge([...TITLES, ...TITLES.map((title) => `${title} ${word}`)]);
    expect(found.map(({ assigned }) => assigned)).toEqual([
      ...TITLES.map((_, t) => `${t + 1} streaming`),
      ...TITLES.map(() => null),
    ]);
  });

  it.each([
    ['(E)', '(C)'],
    ['EX', 'CL'],
    ['M', 'C'],
  ])('called “%s” and “%s” are explicit and clean', (explicit, clean) => {
    const found = judge(TITLES.flatMap((title) => [`${title} ${explicit}`, `${title} ${clean}`]));
    expect(found.map(({ assigned }) => assigned)).toEqual(
      TITLES.flatMap((_, t) => [`${t + 1} streaming`, `${t + 1} clean`]),
    );
  });
});

describe('codes of one song', () => {
  it.each([
    ['MN', 'CL', 'IN', 'TV'],
    ['M', 'C', 'I', 'AC'],
  ])('are recognised when there are several: %s, %s, %s and %s', (...codes) => {
    const found = judge(codes.map((code) => `Ember_${code}`));
    expect(found.map(({ place, assigned }) => assigned && place)).toEqual([
      found[0]!.assigned,
      '1 clean',
      '1 instrumental',
      null,
    ]);
    expect(found[0]!.place).toBe('1 streaming');
  });
});

describe('two files of which one says more', () => {
  it.each(['+0.5', '-1.5', '+1', '-2.0'])('“%s” is another level of the other', (level) => {
    expect(judge(['Ember', `Ember ${level}`]).map(({ assigned }) => assigned)).toEqual(['1 streaming', null]);
  });

  it.each(['fixed', 'corrected', 'corrigido', 'NEW', 'updated', 'final'])('“%s” supersedes the other', (word) => {
    expect(judge(['Ember master', `Ember master ${word}`]).map(({ assigned }) => assigned)).toEqual([
      null,
      '1 streaming',
    ]);
  });

  it.each([
    ['M1 APPROVED', 'M2'],
    ['v2 USE THIS', 'v3'],
    ['M3', 'M2 (approved)'],
  ])('“%s” and “%s” are both suggested: the chosen one is not the newest', (one, other) => {
    const found = judge([`Ember ${one}`, `Ember ${other}`]);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null]);
    expect(found[0]!.verdict).toMatch(/read either way/);
  });

  it.each([
    ['0503', '1704'],
    ['1612', '1812'],
  ])('the day and month “%s” come before “%s”', (one, other) => {
    expect(judge([`Ember_${one}`, `Ember_${other}`]).map(({ assigned }) => assigned)).toEqual([null, '1 streaming']);
  });
});
