import { describe, expect, it } from '@jest/globals';
import { suggest } from '../suggest.js';
import { SLOT_TYPES, type StudioRule, type SuggestFile, type Suggestion, type SuggestTrack } from '../types.js';

const PROJECT = { title: 'Weather Systems', artist: 'The Ondine Five' };
const TRACKS = ['Cold Front', 'Isobar', 'St. Elmo'].map((title, i): SuggestTrack => ({
  id: title,
  trackNumber: i + 1,
  title,
  isrc: null,
  notes: null,
  durationS: 180 + 10 * i,
  slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
}));

/** A 24/48 file as long as the original of the track in its name. */
function file(name: string, more: Partial<SuggestFile> = {}): SuggestFile {
  const of = Math.max(
    0,
    TRACKS.findIndex(({ title }) => name.includes(title)),
  );
  return { id: name, name, sampleRateHz: 48000, bitDepth: 24, channels: 2, durationS: 180.2 + 10 * of, ...more };
}

const rule = (word: string, slotType: StudioRule['slotType'], agreeing: number, against = 0): StudioRule => ({
  word: word.toLowerCase(),
  text: word,
  slotType,
  for: agreeing,
  against,
});

const judge = (names: (string | SuggestFile)[], rules: StudioRule[] = []) =>
  suggest(
    PROJECT,
    TRACKS,
    names.map((each) => (typeof each === 'string' ? file(each) : each)),
    rules,
  );

function best(name: string, beside: string[], rules: StudioRule[] = []): Suggestion | undefined {
  return judge([name, ...beside], rules).get(name)?.suggestions[0];
}

function taught(
  name: string,
  beside: (string | SuggestFile)[] = ['02 Isobar.wav'],
  more?: Partial<SuggestFile>,
): string[] {
  const files = judge([file(name, more), ...beside]);
  return files.get(name)?.words.map(({ text }) => text) ?? [];
}

describe('the word learned from placing a file', () => {
  it.each([
    ['01 Cold Front M2.wav', ['M2']],
    ['01 Cold Front 2448.wav', ['2448']],
    ['01 Cold Front 24-48.wav', ['24-48']],
    ['01 Cold Front_REV.wav', ['REV']],
    ['01 Cold Front [TLK].wav', ['TLK']],
    ['01 ColdFrontINST2.wav', ['INST2']],
    ['01 Cold Front TLK 2448.wav', ['TLK', '2448']],
    ['Bounce_0412 QX.wav', ['QX']],
    ['01 Cold Front ニュー.wav', ['ニュー']],
  ])('%s', (name, words) => expect(taught(name)).toEqual(words));

  it.each([
    ['a word that names a slot everywhere', '01 Cold Front (Vinyl).wav'],
    ['a word of the title or of another one', '01 Cold Front Isobar.wav'],
    ['a number', '01 Cold Front 07.wav'],
    ['a side and position', 'A1 Cold Front.wav'],
    ['the artist or their initials', 'The Ondine Five - TOF - Cold Front.wav'],
    ['the album', 'Weather Systems - Cold Front.wav'],
    ['a date', '01 Cold Front 2024-03-11.wav'],
    ['an ISRC', '01 Cold Front QZX9P2400101.wav'],
    ['a version number', '01 Cold Front v3.wav'],
    ['a word that says nothing', '01 Cold Front final.wav'],
    ['an article', '01 Cold Front an.wav'],
    ['a level', '01 Cold Front -14LUFS.wav'],
  ])('is not %s', (_, name) => expect(taught(name)).toEqual([]));

  it('is not a word that every file of the batch contains', () => {
    expect(taught('01 NRL Cold Front M2.wav', ['02 NRL Isobar.wav', '03 NRL St. Elmo M2.wav'])).toEqual(['M2']);
  });

  it('may be in every name if the engine asks what it means', () => {
    expect(taught('01 Cold Front NRL.wav', ['02 Isobar NRL.wav', '03 St. Elmo NRL.wav'])).toEqual(['NRL']);
  });

  it('may be a word of the folder', () => {
    expect(taught('01 Cold Front.wav', undefined, { folder: 'Weather Systems/TLK' })).toEqual(['TLK']);
  });

  it('is not a long word where no title was found, because it may be one', () => {
    expect(taught('Doldrums M2.wav')).toEqual(['M2']);
  });

  it('stays the same after the file is placed', () => {
    const assigned = { trackId: 'Cold Front', slotType: 'vinyl_master' } as const;
    expect(taught('01 Cold Front M2.wav', undefined, { assigned })).toEqual(['M2']);
  });
});

describe('a rule of the studio', () => {
  const plain = ['01 Cold Front.wav', '02 Isobar.wav'];

  it.each(SLOT_TYPES.filter((slot) => slot !== 'streaming_master'))('three files strong decides for %s', (slotType) => {
    const rate = { hires_master: 96000, cd_master: 44100 }[slotType as string] ?? 48000;
    const bitDepth = slotType === 'cd_master' ? 16 : 24;
    const coded = file('01 Cold Front M2.wav', { sampleRateHz: rate, bitDepth });
    const found = judge([coded, ...plain], [rule('M2', slotType, 3)]).get(coded.id)!.suggestions[0]!;
    expect(found).toMatchObject({ trackNumber: 1, slotType });
    expect(found.confidence).toBeGreaterThan(70);
  });

  it('says so', () => {
    const text = 'In your studio “M2” means Vinyl Master (3 files)';
    const vinyl = best('01 Cold Front M2.wav', plain, [rule('M2', 'vinyl_master', 3)]);
    expect(vinyl?.reasoning).toContain(`+ ${text}`);
    expect(vinyl?.evidence).toContainEqual(expect.objectContaining({ kind: 'convention.vinyl', text }));
  });

  it('from one file is a hint that decides nothing, and counts against the other slots', () => {
    const before = best('01 Cold Front M2.wav', plain);
    const after = best('01 Cold Front M2.wav', plain, [rule('M2', 'vinyl_master', 1)]);
    expect([before?.slotType, after?.slotType]).toEqual(['streaming_master', 'streaming_master']);
    const against = { kind: 'convention.otherFormat', text: 'In your studio “M2” means Vinyl Master (1 file)' };
    expect(after?.evidence).toContainEqual(expect.objectContaining(against));
  });

  it('weakens with contrary files and has no effect when there are as many', () => {
    const confidence = (against: number) =>
      judge(['01 Cold Front M2.wav', ...plain], [rule('M2', 'vinyl_master', 4, against)])
        .get('01 Cold Front M2.wav')!
        .suggestions.find(({ slotType }) => slotType === 'vinyl_master')?.confidence ?? 0;
    expect(confidence(0)).toBeGreaterThan(confidence(1));
    expect(confidence(1)).toBeGreaterThan(confidence(4));
    expect(confidence(4)).toBe(
      judge(['01 Cold Front M2.wav', ...plain])
        .get('01 Cold Front M2.wav')!
        .suggestions.find(({ slotType }) => slotType === 'vinyl_master')?.confidence ?? 0,
    );
    expect(best('01 Cold Front M2.wav', plain, [rule('M2', 'vinyl_master', 9, 1)])?.reasoning).toContain(
      '+ In your studio “M2” means Vinyl Master (9 of 10 files)',
    );
  });

  it('overrides the general meaning of the word', () => {
    expect(best('01 Cold Front INST2.wav', plain)?.slotType).toBe('instrumental_master');
    expect(best('01 Cold Front INST2.wav', plain, [rule('INST2', 'clean_master', 3)])?.slotType).toBe('clean_master');
  });

  it('explains a number that would make a second version of the file', () => {
    const rules = [rule('M1', 'streaming_master', 3), rule('M2', 'vinyl_master', 3)];
    expect(best('01 Cold Front M1.wav', ['01 Cold Front M2.wav'], rules)).toMatchObject({
      slotType: 'streaming_master',
    });
    expect(best('01 Cold Front M1.wav', ['01 Cold Front M2.wav'], rules)?.confidence).toBeGreaterThan(70);
  });

  it('holds for a folder', () => {
    const coded = file('01 Cold Front.wav', { id: 'coded', folder: 'TLK' });
    const found = judge([coded, '02 Isobar.wav'], [rule('TLK', 'instrumental_master', 4)]).get('coded')?.suggestions[0];
    expect(found).toMatchObject({ trackNumber: 1, slotType: 'instrumental_master' });
  });

  it('does not read a title', () => {
    const rules = [rule('Isobar', 'vinyl_master', 9), rule('Elmo', 'vinyl_master', 9)];
    expect(best('02 Isobar.wav', ['01 Cold Front.wav'], rules)).toEqual(best('02 Isobar.wav', ['01 Cold Front.wav']));
  });
});
