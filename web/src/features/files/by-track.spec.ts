import { expect, it } from '@jest/globals';
import type { File } from '../../api';
import { groupedByTrack } from './by-track';

const file = (originalName: string, trackId: string | null, slotType: File['slotType'] = null) =>
  ({ originalName, trackId, track_title: trackId && 'Dawn', slotType }) as File;

it("keeps the list's order of tracks, also of two with one title, slots in theirs, loose files last", () => {
  const files = [
    file('2 Dawn CD.wav', 't2', 'cd_master'),
    file('2 Dawn.wav', 't2', 'streaming_master'),
    file('2 Dawn rough.wav', 't2'),
    file('1 Dawn (Vinyl).wav', 't10', 'vinyl_master'),
    file('demo.wav', null),
  ];
  expect(
    groupedByTrack(files).map(({ title, files: group }) => [title, group.map(({ originalName }) => originalName)]),
  ).toEqual([
    ['Dawn', ['2 Dawn.wav', '2 Dawn CD.wav', '2 Dawn rough.wav']],
    ['Dawn', ['1 Dawn (Vinyl).wav']],
    ['Other files', ['demo.wav']],
  ]);
});
