import { describe, expect, it } from '@jest/globals';
import { songOf, stemOf, type VersionedFile, versionGroups } from './versions';

let count = 0;
const file = (originalName: string, more: Partial<VersionedFile> = {}): VersionedFile => ({
  id: String(++count).padStart(4, '0'),
  originalName,
  createdAt: `2026-01-01T00:00:${String(count % 60).padStart(2, '0')}.000Z`,
  fileType: 'master',
  trackId: null,
  slotType: null,
  parentFileId: null,
  ...more,
});
const names = (files: VersionedFile[]) =>
  versionGroups(files).map((group) => group.map(({ originalName }) => originalName));

describe('stemOf', () => {
  it.each([
    ['Ember.wav', 'ember'],
    ['Ember_v2.wav', 'ember'],
    ['Ember v2 master.flac', 'ember'],
    ['Ember MASTER 3.wav', 'ember'],
    ['Ember - Final (2).aiff', 'ember'],
    ['Ember_revision_4.wav', 'ember'],
    ['Ember version 12.wav', 'ember'],
    ['Ember (Master).wav', 'ember'],
    ['Ember [v2].wav', 'ember'],
    ['Ember (Final Master v3) [2].wav', 'ember'],
    ['Ember(2).wav', 'ember'],
    ['Ember_{Revision 4}.wav', 'ember'],
  ])('of %s is %s', (name, stem) => expect(stemOf(name)).toBe(stem));

  it.each([
    ['Ember Remaster.wav', 'ember remaster'],
    ['Grandmaster.wav', 'grandmaster'],
    ['Semifinal.wav', 'semifinal'],
    ['Luv2.wav', 'luv2'],
    ['Ember (Remastered).wav', 'ember (remastered)'],
    ['Ember (Live).wav', 'ember (live)'],
  ])('keeps parts of words, and brackets with other content: %s', (name, stem) => expect(stemOf(name)).toBe(stem));

  it('keeps numbers that may belong to the title, and never removes the whole name', () => {
    expect(stemOf('Symphony No 5.wav')).toBe('symphony no 5');
    expect(stemOf('01.wav')).toBe('01');
    expect(stemOf('Master.wav')).toBe('master');
  });
});

describe('songOf', () => {
  it.each([
    ['01 Northern Line (Master).wav', 'northern line'],
    ['Northern Line (mix 4).wav', 'northern line'],
    ['northern-line_rough mix.wav', 'northern line'],
    ['B2_Northern Line mixdown v3.aiff', 'northern line'],
    ['Northern Line [Unmastered].wav', 'northern line'],
    ['Northern Line pre-master 2.wav', 'northern line'],
  ])('of %s is %s', (name, song) => expect(songOf(name)).toBe(song));

  it.each([
    ['Ember (Radio Mix).wav', 'ember (radio mix)'],
    ['Ember Club Mix.wav', 'ember club'],
    ['Remix.wav', 'remix'],
    ['Mix 3.wav', 'mix 3'],
    ['07.wav', '07'],
  ])('does not take %s for another song', (name, song) => expect(songOf(name)).toBe(song));
});

describe('versions', () => {
  it('are grouped by name, newest first', () => {
    expect(names([file('Ember v1.wav'), file('Glass.wav'), file('Ember v2.wav')])).toEqual([
      ['Ember v2.wav', 'Ember v1.wav'],
      ['Glass.wav'],
    ]);
  });

  it('follow replacements, whatever the names are', () => {
    const first = file('a.wav');
    expect(names([first, file('b.wav', { parentFileId: first.id })])).toEqual([['b.wav', 'a.wav']]);
  });

  it('of one slot belong together; files of two tracks, slots or sides do not', () => {
    const place = { trackId: 't1', slotType: 'streaming_master' };
    expect(
      names([
        file('Ember.wav', place),
        file('other.wav', place),
        file('Ember.wav', { trackId: 't2', slotType: 'streaming_master' }),
        file('Ember.wav', { trackId: 't1', slotType: 'vinyl_master' }),
        file('Ember.wav', { fileType: 'upload' }),
      ]),
    ).toEqual([['other.wav', 'Ember.wav'], ['Ember.wav'], ['Ember.wav'], ['Ember.wav']]);
  });
});
