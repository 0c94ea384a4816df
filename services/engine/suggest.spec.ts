import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceKind } from './evidence/kinds.js';
import { tracksOf as fiveTracks } from './judged.testing.js';
import { FITTED, suggest } from './suggest.js';
import { type FileSuggestions, SLOT_TYPES, type SlotType, type SuggestFile, type SuggestTrack } from './types.js';

const PROJECT = { title: 'Weather Systems', artist: 'The Ondine Five' };

function track(trackNumber: number, title: string, more: Partial<SuggestTrack> = {}): SuggestTrack {
  const slots = SLOT_TYPES.map((slotType) => ({
    slotType,
    isRequired: slotType === 'streaming_master',
    filled: false,
  }));
  return {
    id: `track ${trackNumber}`,
    trackNumber,
    title,
    isrc: null,
    notes: null,
    durationS: 180 + 10 * trackNumber,
    slots,
    ...more,
  };
}

const TRACKS = [track(1, 'Cold Front'), track(2, 'Isobar'), track(3, 'Clean'), track(4, 'St. Elmo')];

/** A 24/48 file as long as the given track's original. */
function file(name: string, of: number, more: Partial<SuggestFile> = {}): SuggestFile {
  return {
    id: name,
    name,
    container: 'wav',
    sampleRateHz: 48000,
    bitDepth: 24,
    channels: 2,
    durationS: 180 + 10 * of + 0.2,
    ...more,
  };
}

const HIGH = { sampleRateHz: 96000 };
const CD = { sampleRateHz: 44100, bitDepth: 16 };

function judge(files: SuggestFile[], tracks = TRACKS): Record<string, FileSuggestions> {
  return Object.fromEntries(suggest(PROJECT, tracks, files));
}

const first = (result: FileSuggestions | undefined): string => {
  const top = result?.suggestions[0];
  return top ? `${top.trackNumber} ${top.slotType}${top.confidence > 70 ? '' : '?'}` : 'none';
};

const firsts = (files: SuggestFile[], tracks = TRACKS): Record<string, string> => {
  const judged = judge(files, tracks);
  return Object.fromEntries(files.map(({ id, name }) => [name, first(judged[id])]));
};

describe('suggesting tracks and slots', () => {
  it('distinguishes the formats of one master by the words beside them', () => {
    expect(
      firsts([
        file('Isobar.wav', 2),
        file('Isobar 96.wav', 2, HIGH),
        file('Isobar 16.wav', 2, CD),
        file('Isobar lacquer.wav', 2, HIGH),
      ]),
    ).toEqual({
      'Isobar.wav': '2 streaming_master',
      'Isobar 96.wav': '2 hires_master',
      'Isobar 16.wav': '2 cd_master',
      'Isobar lacquer.wav': '2 vinyl_master',
    });
  });

  it('lets words that are a title belong to the title', () => {
    expect(
      firsts([file('03 Clean.wav', 3), file('03 Clean (Clean).wav', 3), file('01 Cold Front (Clean).wav', 1)]),
    ).toEqual({
      '03 Clean.wav': '3 streaming_master',
      '03 Clean (Clean).wav': '3 clean_master',
      '01 Cold Front (Clean).wav': '1 clean_master',
    });
  });

  it('follows titles when the numbers are from another running order', () => {
    const stale = [
      file('02 Cold Front.wav', 1),
      file('03 Isobar.wav', 2),
      file('01 St Elmo.wav', 4),
      file('04 Doldrums.wav', 9),
    ];
    expect(firsts(stale)).toMatchObject({
      '02 Cold Front.wav': '1 streaming_master',
      '03 Isobar.wav': '2 streaming_master',
      '01 St Elmo.wav': '4 streaming_master',
    });
    expect(judge(stale)['04 Doldrums.wav']!.suggestions[0]?.confidence ?? 0).toBeLessThan(40);
  });

  it('counts side positions across the sides', () => {
    const sides = ['A1 Cold Front', 'A2 Isobar', 'B1'].map((name, i) => file(`${name} VINYL.wav`, i + 1, HIGH));
    expect(firsts(sides)['B1 VINYL.wav']).toBe('3 vinyl_master');
  });

  it('believes an embedded title when the name says nothing', () => {
    expect(firsts([file('Bounce_0412.wav', 2, { tags: { title: 'Isobar (Instrumental)' } })])).toEqual({
      'Bounce_0412.wav': '2 instrumental_master',
    });
  });

  it('knows a track by its ISRC', () => {
    const tracks = [track(1, 'Cold Front', { isrc: 'QZX9P2400101' }), track(2, 'Isobar', { isrc: 'QZX9P2400102' })];
    expect(firsts([file('QZ-X9P-24-00102.wav', 2)], tracks)).toEqual({ 'QZ-X9P-24-00102.wav': '2 streaming_master' });
  });

  it('reads a working title in the notes', () => {
    const tracks = [track(1, 'Cold Front', { notes: 'working title: Blue Radiator' }), track(2, 'Isobar')];
    expect(firsts([file('Blue Radiator.wav', 1)], tracks)).toEqual({ 'Blue Radiator.wav': '1 streaming_master' });
  });

  it('suggests from the name alone before the probe', () => {
    expect(first(judge([{ id: 'x', name: '02 Isobar (Instrumental).wav' }])['x'])).toBe('2 instrumental_master');
  });

  it('suggests only slots that the track has', () => {
    const tracks = [
      track(1, 'Cold Front', { slots: [{ slotType: 'streaming_master', isRequired: true, filled: false }] }),
    ];
    const slots = judge([file('Cold Front lacquer.wav', 1, HIGH)], tracks)['Cold Front lacquer.wav']!.suggestions.map(
      ({ slotType }) => slotType,
    );
    expect(slots.every((slot) => slot === 'streaming_master')).toBe(true);
  });

  it('answers an empty batch and a project without tracks', () => {
    expect(suggest(PROJECT, TRACKS, []).size).toBe(0);
    expect(judge([file('Isobar.wav', 2)], [])).toEqual({
      'Isobar.wav': { suggestions: [], verdict: null, words: [], question: null },
    });
  });
});

describe('files that should not be assigned automatically', () => {
  it.each([
    ['02 Isobar (Acapella).wav', 'Vocals alone, which have no slot'],
    ['02 Isobar (TV Mix).wav', 'A TV or performance mix, which has no slot'],
    ['02 Isobar rough mix.wav', 'A reference or unmastered mix, not a deliverable'],
    ['STEM_Drums_Isobar.wav', 'A stem or part, not a deliverable'],
    ['Isobar demo.wav', 'A demo, take or sketch, not a deliverable'],
  ])('%s: %s', (name, verdict) => {
    const result = judge([file('02 Isobar.wav', 2), file(name, 2)])[name]!;
    expect(result.verdict).toBe(verdict);
    expect(result.suggestions[0]?.confidence ?? 0).toBeLessThan(40);
  });

  it('sees a whole side, whatever its name', () => {
    const result = judge([file('SIDE A 24-96.wav', 1, { ...HIGH, durationS: 890 })])['SIDE A 24-96.wav']!;
    expect(result.verdict).not.toBeNull();
    expect(result.suggestions[0]?.confidence ?? 0).toBeLessThan(20);
  });

  it('gives the slot to the newer version and names it', () => {
    const judged = judge([file('Isobar v1.wav', 2), file('Isobar v2.wav', 2)]);
    expect(first(judged['Isobar v2.wav'])).toBe('2 streaming_master');
    expect(judged['Isobar v1.wav']).toMatchObject({ verdict: 'Superseded by “Isobar v2.wav”' });
    expect(judged['Isobar v1.wav']!.suggestions[0]!.confidence).toBeLessThan(30);
  });

  it('never gives one slot to two files with high confidence', () => {
    const names = ['Isobar.wav', 'Isobar (1).wav', '02 Isobar.wav', 'isobar master.wav', 'Isobar final.wav'];
    const sure = Object.values(judge(names.map((name) => file(name, 2)))).filter(
      ({ suggestions }) => (suggestions[0]?.confidence ?? 0) > 70,
    );
    expect(sure.length).toBeLessThanOrEqual(1);
  });

  it('leaves a slot to the file that the engineer put there', () => {
    const judged = judge([
      file('Bounce 7.wav', 2, { assigned: { trackId: 'track 2', slotType: 'streaming_master' } }),
      file('Isobar.wav', 2),
    ]);
    expect(judged['Bounce 7.wav']).toEqual({ suggestions: [], verdict: null, words: [], question: null });
    const other = judged['Isobar.wav']!.suggestions[0]!;
    expect(other.confidence).toBeLessThanOrEqual(70);
  });
});

describe('reasons', () => {
  it('list the evidence for and against, strongest first', () => {
    const top = judge([file('01 Isobar.wav', 2)])['01 Isobar.wav']!.suggestions[0]!;
    expect(top.reasoning).toContain('+ “Isobar” is in the name');
    expect(top.reasoning).toContain('− Number 01 in the name is not track 2');
    expect(top.reasoning.every((line) => /^[+−] \S/.test(line))).toBe(true);
    const strengths = top.evidence.map(({ strength }) => Math.abs(strength));
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
  });

  it('keeps runners-up, at most three in all, best first', () => {
    const { suggestions } = judge([file('Isobar 24-96.wav', 2, HIGH)])['Isobar 24-96.wav']!;
    expect(suggestions.length).toBeLessThanOrEqual(3);
    expect(suggestions.map(({ confidence }) => confidence)).toEqual(
      suggestions.map(({ confidence }) => confidence).sort((a, b) => b - a),
    );
    expect(
      suggestions.every(({ confidence }) => Number.isInteger(confidence) && confidence >= 0 && confidence <= 100),
    ).toBe(true);
  });

  it('are the same every time', () => {
    const files = [file('Isobar.wav', 2), file('01 Cold Front.wav', 1), file('x.wav', 7)];
    expect(judge(files)).toEqual(judge(files));
  });
});

interface Print {
  song: number;
  version: string;
  durationS: number;
  fingerprint: string;
}

describe('sound', () => {
  const { prints } = JSON.parse(readFileSync(new URL('batch/sound.fixture.json', import.meta.url), 'utf8')) as {
    prints: Print[];
  };
  const printOf = ({ fingerprint }: Print): Int32Array => {
    const bytes = Buffer.from(fingerprint, 'base64');
    return Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(4 * i));
  };
  const slotOf: Record<string, SlotType> = {
    m48: 'streaming_master',
    m96: 'hires_master',
    m44: 'cd_master',
    inst: 'instrumental_master',
    clean: 'clean_master',
  };
  const tracks = prints
    .filter(({ version }) => version === 'orig')
    .map((print) =>
      track(print.song, ['Cold Front', 'Isobar', 'Halo', 'St. Elmo'][print.song - 1] ?? '', {
        durationS: null,
        references: [printOf(print)],
      }),
    );
  const masters = prints
    .filter(({ version }) => version !== 'orig')
    .map((print, i) => ({
      wanted: `${print.song} ${slotOf[print.version]}`,
      file: file(`Bounce_0${400 + ((i * 7) % 20)}.wav`, print.song, {
        id: `${i}`,
        durationS: print.durationS,
        fingerprint: printOf(print),
        sampleRateHz: { m96: 96000, m44: 44100 }[print.version] ?? 48000,
        bitDepth: print.version === 'm44' ? 16 : 24,
      }),
    }));

  it('places masters, instrumentals and clean versions with useless names by the originals alone', () => {
    const judged = judge(
      masters.map((each) => each.file),
      tracks,
    );
    expect(masters.map((each) => first(judged[each.file.id]))).toEqual(masters.map((each) => each.wanted));
  });

  it('distinguishes the whole song from its instrumental by their names when there is no original', () => {
    const titles = tracks.map((each) => ({ ...each, references: [] }));
    const [whole, part] = ['1 streaming_master', '1 instrumental_master'].map(
      (place) => masters.find(({ wanted }) => wanted === place)!.file,
    );
    const judged = judge(
      [
        { ...whole!, id: 'w', name: 'ColdFront_MST.wav' },
        { ...part!, id: 'p', name: 'ColdFront_Inst.wav' },
      ],
      titles,
    );
    expect([first(judged['w']), first(judged['p'])]).toEqual(['1 streaming_master', '1 instrumental_master']);
  });

  it('says so when another song has the name of a track', () => {
    const impostor = masters.find(({ wanted }) => wanted === '1 streaming_master')!.file;
    const judged = judge([{ ...impostor, id: 'x', name: '02 Isobar.wav' }], tracks)['x']!;
    const isobar = judged.suggestions.find(({ trackNumber }) => trackNumber === 2);
    expect(isobar?.confidence ?? 0).toBeLessThanOrEqual(70);
    expect(judged.suggestions.flatMap(({ reasoning }) => reasoning).join()).toContain('Sounds');
  });
});

it('does not find the kinds of evidence that a model excludes', () => {
  const input = [{ id: 'a', name: '01 Ember.wav', sampleRateHz: 44_100, bitDepth: 24 }];
  const kindsFound = (without: ReadonlySet<EvidenceKind>) =>
    suggest({ title: '', artist: null }, fiveTracks(false), input, [], { ...FITTED, without })
      .get('a')!
      .suggestions[0]!.evidence.map(({ kind }) => kind);
  expect(kindsFound(new Set())).toContain('number.agrees');
  expect(kindsFound(new Set(['number.agrees']))).not.toContain('number.agrees');
});
