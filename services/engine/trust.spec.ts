import { describe, expect, it } from '@jest/globals';
import { judge, type NamedFile, songOf, TITLES } from './judged.testing.js';
import type { SlotType, StudioRule } from './types.js';

describe("the client's own mix", () => {
  const MIXES = [
    'MIX 03',
    'mix 7 premaster',
    'Mix01',
    'mixdown',
    'noMST',
    'no master',
    'pre-mst',
    'MX4',
    'unmastered',
    '2mix',
    'FINAL MIX',
    'sin masterizar',
    'mezcla final',
    'mixage 4',
    'für mastering',
    'para masterizar',
    'сведение',
  ];
  const MASTERS = ['', ' Master', ' MST', ' mastered', ' M1'];

  it.each(MIXES.flatMap((mix) => MASTERS.map((master) => [mix, master] as const)))(
    '“%s” leaves the slot to the master “%s”, in float or not',
    (mix, master) => {
      for (const bitDepth of [24, 32]) {
        const [ofClient, own] = judge([{ name: `Ember ${mix}.wav`, bitDepth }, `Ember${master}`]);
        expect(ofClient!.assigned).toBeNull();
        expect(own!.assigned).toBe('1 streaming');
      }
    },
  );

  it.each(MIXES)('“%s” alone is not assigned, and the reason comes first', (mix) => {
    const [only] = judge([{ name: `Ember ${mix}.wav`, bitDepth: 32 }]);
    expect(only!.assigned).toBeNull();
    expect(only!.best?.reasoning[0] ?? '−').toMatch(/^−/);
    expect(only!.verdict).toMatch(/mix/);
  });

  it.each(['mix 3 Master', 'MIX_MASTERED', 'Mix 5 M1', 'mix 2 MST'])('gives its name to a master: “%s”', (name) => {
    expect(judge([`Ember ${name}`, `Low Tide ${name}`])[0]!.assigned).toBe('1 streaming');
  });

  it.each(['Mix 3', 'premaster', 'mixdown', 'mix v4 32f', '(final mix)', 'rough mix', 'unmastered', 'REF'])(
    '“%s” still finds its track where it is the original',
    (mix) => {
      const found = judge([{ name: `Low Tide ${mix}.wav`, bitDepth: 32, isOriginal: true }]);
      expect(found[0]!.assigned).toBe('2 streaming');
    },
  );

  it('is recognised by float samples among fixed-point files, whatever its name', () => {
    const found = judge([{ name: 'Ember.wav', bitDepth: 32 }, 'Low Tide', 'Northbound']);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, '2 streaming', '4 streaming']);
  });
});

describe('a bounce beside a master', () => {
  it.each(['bounce 3', 'export', 'Bounced'])('is its source, whatever its sample rate: “%s”', (bounce) => {
    const found = judge([
      { name: `Ember - ${bounce}.wav`, sampleRateHz: 88_200 },
      'Ember - master v1',
      'Low Tide - master v1',
    ]);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', '2 streaming']);
  });
});

describe('a mix beside the master that is named after it', () => {
  it.each(['_mst', ' MASTERED', '-master', ' (Mastered)', ' mstr'])(
    'is not assigned next to its own name with “%s”',
    (word) => {
      const found = judge([
        'Ember FINAL v7',
        `Ember FINAL v7${word}`,
        'Ember FINAL v8',
        'Low Tide v2',
        `Low Tide v2${word}`,
      ]);
      expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', null, null, '2 streaming']);
    },
  );

  it.each(['no limiter', 'Option A', 'alt'])('does not affect a master that is also called “%s”', (word) => {
    expect(judge([`Ember (${word})`, `Ember (${word}) mastered`])[1]!.assigned).toBe('1 streaming');
  });
});

describe('a file that has no slot', () => {
  it.each([6, 8, 12])('has %i channels', (channels) => {
    const found = judge([{ name: 'Ember 5.1.wav', channels }, 'Ember stereo', 'Low Tide']);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', '2 streaming']);
  });

  it('is mono while the song exists in stereo', () => {
    const found = judge([{ name: 'Ember MONO.wav', channels: 1 }, 'Ember ST', { name: 'Low Tide.wav', channels: 1 }]);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', '2 streaming']);
  });

  it('is a single lossy file, but not a delivery of lossy files', () => {
    const mp3 = (title: string): NamedFile => ({ name: `${title} (master).mp3`, container: 'mp3', bitDepth: null });
    expect(judge([mp3('Ember')], { titles: ['Ember'] })[0]!.assigned).toBeNull();
    const found = judge(TITLES.map(mp3));
    expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, i) => `${i + 1} streaming`));
  });

  it.each([
    ['OptionA warm', 'OptionB open'],
    ['alt A', 'alt B'],
    ['alternate 1', 'alternate 2'],
  ])('is “%s” or “%s”, between which the client chooses', (one, other) => {
    const found = judge([`Ember_master_${one}`, `Ember_master_${other}`]);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null]);
  });
});

describe('words that every name shares', () => {
  it.each(['M. R. - ', 'LP_', 'TV_', 'C.D. ', 'VL - ', 'HD_', 'MR - ', 'I. N. '])(
    '“%s” do not name a slot',
    (prefix) => {
      const found = judge(TITLES.map((title) => `${prefix}${title}`));
      expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, i) => `${i + 1} streaming`));
    },
  );

  it.each(['Instrumental', 'no vocals'])('“%s” after the title still names the slot', (version) => {
    const found = judge(TITLES.map((title) => `${title} ${version}`));
    expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, i) => `${i + 1} instrumental`));
  });
});

describe('revisions by their dates', () => {
  it.each([
    ['28-2', '3-3'],
    ['25.7', '17.8'],
    ['03042026', '13042026'],
    ['28022026', '03032026'],
    ['v1 6-5', 'v2 7-23'],
    ['v1 28-2', 'v2 3-3'],
    ['12mar', '2apr'],
    ['M-23-05', 'M-20-06'],
    ['2026-02-28', '2026-03-03'],
    ['260228', '260303'],
    ['3-4', '4-5'],
    ['mstr3', 'mstr3b'],
    ['v2a', 'v2b'],
    ['rev 2', 'rev 2b'],
  ])('the later of %s and %s takes the slot', (older, newer) => {
    const [one, two] = judge([`Ember ${older}`, `Ember ${newer}`]);
    expect([one!.assigned, two!.assigned]).toEqual([null, '1 streaming']);
  });

  it.each([
    ['3-4', '5-2'],
    ['04032026', '05022026'],
    ['v1 15-4', 'v2 13-2'],
  ])('%s and %s can be read either way: both are suggested, neither is assigned', (one, two) => {
    const found = judge([`Ember ${one}`, `Ember ${two}`]);
    expect(found.map(({ place, assigned }) => [place, assigned])).toEqual([
      ['1 streaming', null],
      ['1 streaming', null],
    ]);
    expect(found[0]!.best!.reasoning[0]).toMatch(/read either way/);
  });

  it('are read like an unambiguous date of the batch', () => {
    const found = judge(['Ember 3-4', 'Ember 5-2', 'Low Tide 3-14']);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, '1 streaming', '2 streaming']);
  });
});

describe('a bare number', () => {
  it.each(['Audio %', 'Take %', 'Recording 0%', 'Stereo Out %', 'Bounce %', 'Track %_01', 'Untitled %'])(
    'of a lane, “%s”, is not assigned without lengths',
    (lane) => {
      const found = judge(TITLES.map((_, i) => lane.replace('%', String(i + 1))));
      expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map(() => null));
    },
  );

  it.each(['Stereo Out %', 'Bounce %', 'Take %', 'Recording %'])('of “%s” is not a word of a title', (lane) => {
    const titles = ['Mosaic', 'Second Hospital', 'Out of the Blue', 'Take Me Home'];
    const found = judge(
      [1, 2, 3].map((number) => lane.replace('%', String(number))),
      { titles },
    );
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null, null]);
  });

  it.each(['Audio %', 'Take %', '0%', 'Bounce_04%', 'f%c2e81a%'])('of “%s” is overruled by clear lengths', (lane) => {
    const order = [3, 0, 4, 1, 2];
    const found = judge(
      order.map((t, i) => ({ name: `${lane.replaceAll('%', String(i))}.wav`, durationS: 180.2 + 17 * t })),
      { lengths: true },
    );
    expect(found.map(({ assigned }) => assigned)).toEqual(order.map((t) => `${t + 1} streaming`));
  });

  it.each(['0%', '5059876543210_0%', 'Ada Voss - 0%'])('in a sequence of its own, “%s”, is a track', (name) => {
    const found = judge(TITLES.map((_, i) => name.replace('%', String(i + 1))));
    expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, i) => `${i + 1} streaming`));
  });

  it.each(['3f9ac2e1', '1b879457-93f6-0f48-2d26-fbd4aec1692c', '5a01d9e4c7b2', '2c4d6e8f0a1b3c5d7e9f2a4b6c8d0e1f'])(
    'begins no hash: %s',
    (hash) => {
      const [only] = judge([hash, 'Ember']);
      expect(only!.assigned).toBeNull();
      expect(only!.best?.reasoning.join(' ') ?? '').not.toMatch(/in the name|The name says/);
    },
  );

  it('reports the missing track and not the length', () => {
    const [only] = judge([{ name: '09 Salt Road.wav', durationS: 31 }], { lengths: true });
    expect(only!.verdict).toBe('The project has no track 9 yet');
  });

  it('is named without the words before it', () => {
    const [only] = judge([{ name: 'Song1.wav', durationS: 180 }, 'Song2', 'Song3', 'Song4'], { lengths: true });
    expect(only!.best!.reasoning.join(' ')).toMatch(/Number 1 in the name/);
  });
});

describe('another title after the right number', () => {
  it.each(['Salt Road', 'Vagabond', 'Kaltes Wasser'])('“%s” is not assigned', (title) => {
    expect(judge([`02 ${title}`, '01 Ember', '03 Glass Orchard'])[0]!.assigned).toBeNull();
  });

  it('may be a translation when the length agrees', () => {
    const [only] = judge([{ name: '02 Niedrigwasser.wav', durationS: 197 }, '01 Ember', '03 Glass Orchard'], {
      lengths: true,
    });
    expect(only!.assigned).toBe('2 streaming');
  });
});

describe('a slot whose master is released', () => {
  const released = {
    name: 'Ember.wav',
    assigned: { trackId: 't1', slotType: 'streaming_master' as const, released: true },
  };

  it.each(['Ember', 'Ember (1)', '01 Ember', 'Ember v1'])('does not get a leftover automatically: “%s”', (name) => {
    expect(judge([released, `${name}`])[1]).toMatchObject({ place: '1 streaming', assigned: null });
  });

  it.each(['Ember v2', 'Ember rev 3', 'Ember MST2', 'Ember final'])('gets a revision that says so: “%s”', (name) => {
    expect(judge([released, `${name}`])[1]!.assigned).toBe('1 streaming');
  });

  it('leaves another format to its own slot', () => {
    const cd = { name: 'Ember.wav', bitDepth: 16 };
    expect(judge([released, cd])[1]!.assigned).toBe('1 cd');
  });
});

describe('a quieter revision', () => {
  const loud = { integratedLufs: -10 };
  const quiet = { integratedLufs: -14 };

  it.each([
    ['Ember v1', 'Ember v2'],
    ['Ember', 'Ember rev 3'],
    ['Ember master', 'Ember master final'],
    ['Ember 2026-02-28', 'Ember 2026-03-03'],
  ])('“%s”, then “%s”: may be for vinyl or a new level, so neither is assigned', (older, newer) => {
    const found = judge([{ name: `${older}.wav`, ...loud }, { name: `${newer}.wav`, ...quiet }, 'Low Tide']);
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null, '2 streaming']);
    expect(found[1]!.best!.reasoning[0]).toMatch(/^− 4\.0 dB quieter than an older version/);
  });

  it('of a released master is not assigned automatically, and both slots are offered', () => {
    const assigned = { trackId: 't1', slotType: 'streaming_master' as const, released: true };
    const [, revision] = judge([
      { name: 'Ember.wav', ...loud, assigned },
      { name: 'Ember v2.wav', ...quiet },
    ]);
    expect(revision!.assigned).toBeNull();
    expect(revision!.offered).toEqual(['1 streaming', '1 vinyl']);
  });

  it('is for vinyl next to a louder one of the same version', () => {
    const found = judge([
      { name: 'Ember v1.wav', ...loud },
      { name: 'Ember v2.wav', ...loud },
      { name: 'Ember v2 b.wav', ...quiet, sampleRateHz: 96_000 },
    ]);
    expect(found[2]!.assigned).toBe('1 vinyl');
  });
});

describe('a name that contradicts a convention of the studio', () => {
  const rule = (word: string, slotType: SlotType): StudioRule => ({
    word,
    text: word.toUpperCase(),
    slotType,
    for: 5,
    against: 0,
  });

  it.each<[string, SlotType, number, number]>([
    ['vinyl', 'hires_master', 44_100, 24],
    ['streaming', 'vinyl_master', 44_100, 24],
    ['hi-res', 'vinyl_master', 96_000, 24],
    ['clean', 'instrumental_master', 44_100, 24],
    ['', 'hires_master', 44_100, 16],
    ['', 'cd_master', 96_000, 24],
  ])(
    'by “%s” when the convention says %s, at %i Hz and %i bit, is not assigned',
    (word, slot, sampleRateHz, bitDepth) => {
      const files = [{ name: `Ember PM ${word}.wav`, sampleRateHz, bitDepth }, 'Low Tide', 'Northbound'];
      expect(judge(files, { rules: [rule('pm', slot)] })[0]!.assigned).toBeNull();
    },
  );

  it('by a word that a second convention explains, is not assigned', () => {
    const rules = [rule('pm', 'vinyl_master'), rule('qx', 'hires_master')];
    expect(judge(['Ember PM QX', 'Low Tide'], { rules })[0]!.assigned).toBeNull();
  });

  it('is not an instrumental of the convention’s slot', () => {
    const rules = [rule('pm', 'vinyl_master')];
    expect(judge(['Ember PM instrumental', 'Low Tide'], { rules })[0]!.assigned).toBe('1 instrumental');
  });
});

describe('a name that is only a wrong number', () => {
  const references = TITLES.map((_, t) => songOf(t + 1));
  const sounding = (name: string, t: number): NamedFile => ({ name: `${name}.wav`, fingerprint: references[t]! });

  it.each(['03', '3', 'Track 03', '09'])('“%s” says first that it sounds like another track', (name) => {
    const found = judge([sounding(name, 0), sounding('02', 1)], { references });
    expect(found.map(({ assigned }) => assigned)).toEqual([null, '2 streaming']);
    expect(found[0]!.best!.reasoning[0]).toMatch(/^− It sounds like “Ember”, but its name is only the number/);
  });

  it('is not assigned when two are exchanged', () => {
    const found = judge([sounding('02', 0), sounding('01', 1), sounding('03', 2)], { references });
    expect(found.map(({ assigned }) => assigned)).toEqual([null, null, '3 streaming']);
  });

  it('is overruled by the sound when most numbers do not count tracks', () => {
    const found = judge(
      TITLES.map((_, t) => sounding(`0${((t + 2) % 5) + 1}`, t)),
      { references },
    );
    expect(found.map(({ assigned }) => assigned)).toEqual(TITLES.map((_, t) => `${t + 1} streaming`));
  });
});

describe('a verdict', () => {
  it('does not say that no track fits when one is suggested', () => {
    const names = ['03', '01 Ember xyz', 'Bounce 7', 'Tide', 'Orchard 09', '05 Vagabond', 'Moon'];
    const found = names.flatMap((name) => judge([name], { lengths: true }));
    expect(found.filter(({ best }) => best).length).toBeGreaterThan(3);
    for (const { best, verdict } of found) if (best) expect(verdict).not.toBe('No track of this project fits');
  });
});
