import { describe, expect, it } from '@jest/globals';
import { judge } from '../judged.testing.js';
import { proposeTracks } from '../proposals/propose-tracks.js';

/** How batches write the numbers of their tracks, with the tracks that they mean. */
const BATCHES: [string, string[], number[]][] = [
  ['letters attached to the number', ['SEQ01', 'SEQ02', 'SEQ03', 'SEQ04'], [1, 2, 3, 4]],
  ['a number of how many', ['1 of 5', '2 of 5', '4 of 5'], [1, 2, 4]],
  ['a number sign', ['No. 1', 'No. 3', 'No. 4'], [1, 3, 4]],
  [
    'sides with positions',
    ['Seite A - 01', 'Seite A - 02', 'Seite A - 03', 'Seite B - 01', 'Seite B - 02'],
    [1, 2, 3, 4, 5],
  ],
  ['numbers at the end', ['AV_mst_01', 'AV_mst_02', 'AV_mst_03', 'AV_mst_04'], [1, 2, 3, 4]],
  ['numbers at the end, in other words', ['Nacht final 02', 'Nacht final 03', 'Nacht final 04'], [2, 3, 4]],
];

describe('the number of a track', () => {
  it.each(BATCHES)('is read alike for suggestions and proposals: %s', (_, names, tracks) => {
    expect(judge(names).map(({ best }) => best?.trackNumber)).toEqual(tracks);
    const files = names.map((name) => ({ id: name, name: `${name}.wav` }));
    const proposed = proposeTracks({ title: 'Inland', artist: 'Ada Voss' }, [], files).tracks;
    expect(proposed.map(({ trackNumber }) => trackNumber)).toEqual(tracks);
  });
});
