import { describe, expect, it } from '@jest/globals';
import type { File } from '../../api';
import { mixesOf, numberedVersions, requestAnsweredBy, tracksOf, trackWith } from './tracks';

let minute = 0;
const file = (originalName: string, more: Partial<File> = {}): File =>
  ({
    id: originalName,
    originalName,
    fileType: 'master',
    createdAt: new Date(minute++ * 60_000).toISOString(),
    trackId: null,
    track_title: null,
    slotType: null,
    parentFileId: null,
    ...more,
  }) as File;
const placed = (originalName: string, track: string, slotType: File['slotType'] = 'streaming_master') =>
  file(originalName, { trackId: track, track_title: track, slotType });
const shown = (files: File[]) =>
  tracksOf(files).map(({ title, groups }) => [
    title,
    ...groups.map(({ newest, earlier }) => [newest, ...earlier].map(({ originalName }) => originalName).join(' < ')),
  ]);

describe('tracks', () => {
  it('keep the order of tracks and slots, and files without a track last by name', () => {
    expect(
      shown([
        placed('02 Dawn CD.wav', 'Dawn', 'cd_master'),
        placed('02 Dawn.wav', 'Dawn'),
        placed('10 Dusk.wav', 'Dusk'),
        file('Tide 10.wav', { fileType: 'upload' }),
        file('Tide 9.wav', { fileType: 'upload' }),
      ]),
    ).toEqual([
      ['Dawn', '02 Dawn.wav', '02 Dawn CD.wav'],
      ['Dusk', '10 Dusk.wav'],
      ['Tide 9', 'Tide 9.wav'],
      ['Tide 10', 'Tide 10.wav'],
    ]);
  });

  it("put a client's original in the track of the track with its name, after the studio's files", () => {
    expect(shown([placed('Ember_master_v2.wav', 'Ember'), file('Ember.wav', { fileType: 'upload' })])).toEqual([
      ['Ember', 'Ember_master_v2.wav', 'Ember.wav'],
    ]);
  });

  it('put mixes in the track of their track, whatever they are called', () => {
    const masters = [placed('01 Dawn (Master).wav', 'Dawn'), placed('02 Dusk (Master).wav', 'Dusk')];
    const mix = (name: string) => file(name, { fileType: 'upload' });
    expect(shown([...masters, mix('Dawn (mix 4).wav'), mix('dusk_rough mix.wav'), mix('Noon mix 1.wav')])).toEqual([
      ['Dawn', '01 Dawn (Master).wav', 'Dawn (mix 4).wav'],
      ['Dusk', '02 Dusk (Master).wav', 'dusk_rough mix.wav'],
      ['Noon mix 1', 'Noon mix 1.wav'],
    ]);
  });

  it('have the mixes that are paired with them, whatever those are called', () => {
    const pairing = { decidedBy: 'sound' as const, choices: [] };
    const masters = [placed('01 Dawn.wav', 'Dawn'), placed('02 Dusk.wav', 'Dusk')];
    const mix = (name: string, more: Partial<File>) => file(name, { fileType: 'upload', pairing, ...more });
    const files = [
      ...masters,
      mix('bounce.wav', { trackId: 'Dawn', track_title: 'Dawn' }),
      mix('Dawn mix.wav', { trackId: 'Dusk', track_title: 'Dusk' }),
      mix('Dusk.wav', { pairing: { decidedBy: 'person', choices: [] } }),
      mix('Dawn.wav', { pairing: { decidedBy: null, choices: [{ trackId: 'Dawn', title: 'Dawn' }] } }),
    ];
    expect(shown(files)).toEqual([
      ['Dawn', '01 Dawn.wav', 'bounce.wav'],
      ['Dusk', '02 Dusk.wav', 'Dawn mix.wav'],
      ['Dawn', 'Dawn.wav'],
      ['Dusk', 'Dusk.wav'],
    ]);
    expect(mixesOf(tracksOf(files)[0]!)).toHaveLength(1);
  });

  it('do not share mixes of one name that are paired with different tracks', () => {
    const mix = (id: string, trackId: string) =>
      file('mix.wav', { id, fileType: 'upload', trackId, track_title: trackId });
    expect(shown([placed('Dawn.wav', 'Dawn'), placed('Dusk.wav', 'Dusk'), mix('a', 'Dawn'), mix('b', 'Dusk')])).toEqual(
      [
        ['Dawn', 'Dawn.wav', 'mix.wav'],
        ['Dusk', 'Dusk.wav', 'mix.wav'],
      ],
    );
  });

  it('keep a mix apart if two tracks have its name', () => {
    const masters = ['t1', 't2'].map((track) => ({ ...placed(`${track} Dawn.wav`, track), track_title: 'Dawn' }));
    expect(shown([...masters, file('Dawn mix 2.wav', { fileType: 'upload' })]).map(([title]) => title)).toEqual([
      'Dawn',
      'Dawn',
      'Dawn mix 2',
    ]);
  });

  it('group versions, newest first', () => {
    expect(shown([file('Ember_v1.wav'), file('Ember_v2.wav'), file('Ember FINAL.wav')])).toEqual([
      ['Ember', 'Ember FINAL.wav < Ember_v2.wav < Ember_v1.wav'],
    ]);
  });

  it('keep two tracks with the same title apart', () => {
    const [one, other] = [placed('a.wav', 't1'), placed('b.wav', 't2')].map((each) => ({
      ...each,
      track_title: 'Dawn',
    }));
    expect(shown([one!, other!])).toEqual([
      ['Dawn', 'a.wav'],
      ['Dawn', 'b.wav'],
    ]);
  });
});

describe('versions', () => {
  const mix = file('Ember mix.wav', { fileType: 'upload', uploadedBy: 'client' });
  const releasedAt = new Date(1_000 * 60_000).toISOString();
  const masters = [placed('Ember.wav', 'Ember'), placed('Ember vinyl.wav', 'Ember', 'vinyl_master')].map((master) => ({
    ...master,
    createdAt: releasedAt,
  }));
  const next = { ...placed('Ember.wav', 'Ember'), id: 'next', createdAt: new Date(2_000 * 60_000).toISOString() };
  const named = (files: File[], userId = 'client') =>
    numberedVersions(trackWith(files, mix.id)!, userId).map(({ number, name }) => `${number} ${name}`);

  it('are named by what they are, and numbered by age', () => {
    expect(named([...masters, mix])).toEqual(['3 Master', '2 Vinyl Master', '1 Your mix']);
    expect(named([...masters, mix], 'engineer')).toEqual(['3 Master', '2 Vinyl Master', '1 Mix']);
  });

  it('keep their numbers when a new one arrives', () => {
    expect(named([next, ...masters, mix])).toEqual(['4 Master v2', '3 Master v1', '2 Vinyl Master', '1 Your mix']);
  });

  it('of the same kind are told apart by their file names', () => {
    const rough = file('Ember (rough mix).wav', { fileType: 'upload', uploadedBy: 'client' });
    expect(named([...masters, mix, rough])).toEqual([
      '4 Master',
      '3 Vinyl Master',
      '2 Your mix “Ember (rough mix)”',
      '1 Your mix “Ember mix”',
    ]);
  });
});

it('a version answers the request that the version before it got', () => {
  const approval = { verdict: 'changes_requested', note: 'Less bass' } as File['approval'];
  const first = file('Ember.wav', { approval });
  const second = file('Ember v2.wav', { parentFileId: first.id, approval: { ...approval!, verdict: 'approved' } });
  const third = file('Ember v3.wav', { parentFileId: second.id, approval: null });
  const [track] = tracksOf([first, second, third]);
  expect([first, second, third].map((each) => requestAnsweredBy(each, track!)?.note)).toEqual([
    undefined,
    'Less bass',
    undefined,
  ]);
});
