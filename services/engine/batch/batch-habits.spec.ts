import { describe, expect, it } from '@jest/globals';
import { suggest } from '../suggest.js';
import { SLOT_TYPES, type SuggestFile, type SuggestTrack } from '../types.js';

const PROJECT = { title: 'Weather Systems', artist: 'The Ondine Five' };
const tracksOf = (titles: string[]): SuggestTrack[] =>
  titles.map((title, i) => ({
    id: title,
    trackNumber: i + 1,
    title,
    isrc: `QZX9P24${String(i + 1).padStart(5, '0')}`,
    notes: null,
    durationS: 180 + 20 * i,
    slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
  }));
const TITLES = ['Cold Front', 'Isobar', 'St. Elmo'];

const SOUND = { sampleRateHz: 48000, bitDepth: 24, channels: 2 };
const HIGH = { ...SOUND, sampleRateHz: 96000 };
const CD = { ...SOUND, sampleRateHz: 44100, bitDepth: 16 };

/** Track number and slot of every file's first suggestion by name; a '?' marks a confidence of 70 or less. */
function firsts(
  files: Record<string, Partial<SuggestFile>>,
  tracks: SuggestTrack[] = tracksOf(TITLES),
): Record<string, string> {
  const judged = suggest(
    PROJECT,
    tracks,
    Object.entries(files).map(([name, more]) => ({ id: name, name: `${name}.wav`, ...more })),
  );
  return Object.fromEntries(
    [...judged].map(([name, { suggestions }]) => {
      const [best] = suggestions;
      if (!best) return [name, 'none'];
      return [name, `${best.trackNumber} ${best.slotType.replace('_master', '')}${best.confidence > 70 ? '' : '?'}`];
    }),
  );
}

const named = (names: string[], more: Partial<SuggestFile> = SOUND): Record<string, Partial<SuggestFile>> =>
  Object.fromEntries(names.map((name) => [name, more]));

describe('a prefix that all names of a batch share', () => {
  it.each([
    ['stands by itself', 'Vinyl - '],
    ['follows artist and album', 'The_Ondine_Five_Weather_Systems_Vinyl_'],
    ['follows names that the project does not know', 'Someone_Else_Vinyl_'],
  ])('describes the files when it %s', (_, prefix) => {
    const names = ['01 Cold Front', '02 Isobar', '03 St Elmo'].map((name) => prefix + name);
    expect(Object.values(firsts(named(names)))).toEqual(['1 vinyl', '2 vinyl', '3 vinyl']);
  });

  it('does not describe the files as part of a studio’s name', () => {
    const names = ['01 Cold Front', '02 Isobar', '03 St Elmo'].map((name) => `Vinyl Heart Studios - ${name}`);
    expect(Object.values(firsts(named(names)))).toEqual(['1 streaming', '2 streaming', '3 streaming']);
  });

  it('is the album when several songs follow, even if one has the same title', () => {
    const names = ['Wildflower Radio', 'Isobar', 'St Elmo'].map((title) => `Ondine - Wildflower Radio - ${title}`);
    expect(Object.values(firsts(named(names), tracksOf(['Wildflower Radio', 'Isobar', 'St. Elmo'])))).toEqual([
      '1 streaming',
      '2 streaming',
      '3 streaming',
    ]);
  });

  it.each([
    ['the studio', 'Halden Mastering - '],
    ['a catalogue number', 'Halden - RAUTE07_'],
  ])('leaves the number after %s to the track', (_, prefix) => {
    const tracks = tracksOf(['Eins', 'Zwei', 'Drei']).map((track) => ({ ...track, durationS: null }));
    const names = ['03_a', '01_b', '02_c'].map((name) => prefix + name);
    expect(Object.values(firsts(named(names), tracks)).map((best) => best.split(' ')[0])).toEqual(['3', '1', '2']);
  });

  it('is the song when the batch contains only that song', () => {
    expect(firsts(named(['Isobar Main', 'Isobar (Instrumental)', 'Isobar (Clean)']))).toEqual({
      'Isobar Main': '2 streaming',
      'Isobar (Instrumental)': '2 instrumental',
      'Isobar (Clean)': '2 clean',
    });
  });
});

describe('letters that distinguish names', () => {
  it('are read as initials of slots', () => {
    expect(
      firsts({
        Isobar_S: SOUND,
        Isobar_V: HIGH,
        Isobar_I: SOUND,
        'Cold Front_S': SOUND,
        'Cold Front_V': HIGH,
        'Cold Front_C': CD,
      }),
    ).toEqual({
      Isobar_S: '2 streaming',
      Isobar_V: '2 vinyl',
      Isobar_I: '2 instrumental',
      'Cold Front_S': '1 streaming',
      'Cold Front_V': '1 vinyl',
      'Cold Front_C': '1 cd',
    });
  });

  it('are read with a format attached to them', () => {
    expect(
      firsts({ Isobar_M2448: SOUND, Isobar_V2496: HIGH, 'Cold Front_M2448': SOUND, 'Cold Front_V2496': HIGH }),
    ).toMatchObject({ Isobar_V2496: '2 vinyl', 'Cold Front_V2496': '1 vinyl', 'Cold Front_M2448': '1 streaming' });
  });

  it('are not codes next to numerals', () => {
    const judged = firsts(
      named(['Isobar I', 'Isobar II', 'Isobar V', 'Cold Front I', 'Cold Front II', 'Cold Front V']),
    );
    expect(Object.values(judged).filter((best) => /vinyl|instrumental/.test(best))).toEqual([]);
  });

  it('are not codes when only one name has one', () => {
    expect(firsts(named(['Isobar', 'Cold Front V', 'St Elmo']))['Cold Front V']).toBe('1 streaming');
  });
});

describe('versions of one master', () => {
  it.each([
    ['the folder of the later round', 'v1/Isobar', 'v2/Isobar'],
    ['the later date of two that only the batch explains', 'Isobar 3-14-26', 'Isobar 4-2-26'],
    ['the later hour of one day', 'Isobar [2026-02-16 011944]', 'Isobar [2026-02-16 140207]'],
    ['the day in front where the batch writes it so', 'Isobar 130526', 'Isobar 210526'],
    ['the later letter', 'Isobar rev A', 'Isobar rev B'],
    ['the higher number behind the point', 'Isobar v2', 'Isobar v2.1'],
    ['the higher number behind the point, with two digits', 'Isobar v2.9', 'Isobar v2.10'],
  ])('leave the slot to %s', (_, older, newer) => {
    const judged = firsts(named([older, newer]));
    expect([judged[newer], judged[older]]).toEqual(['2 streaming', expect.stringMatching(/\?$|none/)]);
  });
});

describe('evidence that settles a doubtful name', () => {
  it('is an ISRC, even next to other words', () => {
    expect(firsts({ 'QZX9P2400002 HD': HIGH, 'QZX9P2400002 a': CD, 'QZX9P2400002 b': SOUND })).toEqual({
      'QZX9P2400002 HD': '2 hires',
      'QZX9P2400002 a': '2 cd',
      'QZX9P2400002 b': '2 streaming',
    });
  });

  it('is a disc and track number after a barcode', () => {
    expect(firsts(named(['0196871204558_01_001', '0196871204558_01_002', '0196871204558_01_003']))).toEqual({
      '0196871204558_01_001': '1 streaming',
      '0196871204558_01_002': '2 streaming',
      '0196871204558_01_003': '3 streaming',
    });
  });

  it('is a length that no master of the song would have', () => {
    const judged = firsts({ 'Isobar tk2': { ...SOUND, durationS: 230 }, 'Isobar tk1': { ...SOUND, durationS: 200.3 } });
    expect(judged).toMatchObject({ 'Isobar tk1': '2 streaming', 'Isobar tk2': expect.stringMatching(/\?$|none/) });
  });

  it('is never a similar length alone', () => {
    expect(firsts({ 'Bounce 7': { ...SOUND, durationS: 203 } })['Bounce 7']).toMatch(/\?$|none/);
  });

  it('is a title with transposed letters', () => {
    expect(firsts(named(['Cold Fornt']))).toMatchObject({ 'Cold Fornt': '1 streaming' });
  });
});
