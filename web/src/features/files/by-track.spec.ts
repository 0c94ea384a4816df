import { expect, it } from '@jest/globals';
import type { File } from '../../api';
import { groupedByTrack } from './by-track';

const file = (originalName: string, track_title: string | null, slotType: File['slotType'] = null) =>
  ({ originalName, track_title, slotType }) as File;

it('groups by track in the order of names, slots in theirs, loose files last', () => {
  const files = [
    file('10 Night (Vinyl).wav', 'Night', 'vinyl_master'),
    file('demo.wav', null),
    file('2 Dawn CD.wav', 'Dawn', 'cd_master'),
    file('2 Dawn.wav', 'Dawn', 'streaming_master'),
    file('2 Dawn rough.wav', 'Dawn'),
  ];
  expect(groupedByTrack(files).map((group) => [group.title, group.files.map(({ originalName }) => originalName)])).toEqual([
    ['Dawn', ['2 Dawn.wav', '2 Dawn CD.wav', '2 Dawn rough.wav']],
    ['Night', ['10 Night (Vinyl).wav']],
    ['Other files', ['demo.wav']],
  ]);
});
