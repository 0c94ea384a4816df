import { expect, it } from '@jest/globals';
import { planOf } from './plan';
import { rowsOf } from './rows';
import { stagingFile, suggestion, trackEntry } from './staging.fixture';

const tracks = Array.from({ length: 11 }, (_, index) => trackEntry(`t${index + 1}`));
const place = (number: number) => ({
  trackId: `t${number}`,
  trackNumber: number,
  slotType: 'streaming_master' as const,
});
const planned = (number: number) => stagingFile(`planned ${number}`, { status: 'incoming', assignment: place(number) });
const sure = (number: number, name = `sure ${number}`) =>
  stagingFile(name, { status: 'incoming', assignmentSuggestions: [suggestion(`t${number}`, 'streaming_master', 95)] });
const plan = (files: Parameters<typeof rowsOf>[0], entries = tracks) => planOf(rowsOf(files, entries), entries);

it('counts placed, contested and unplaced files, and tracks without a file', () => {
  const files = [1, 2, 3, 4].map(planned).concat([5, 6, 8, 9, 10].map((number) => sure(number)));
  const rivals = [sure(11, 'one'), sure(11, 'other')];
  expect(plan([...files, ...rivals])).toBe(
    '11 files for 11 tracks: 9 have a place, 1 place is claimed twice, track 7 has no file',
  );
  expect(plan([...files, ...rivals, stagingFile('unsure'), sure(7)])).toBe(
    '13 files for 11 tracks: 10 have a place, 1 has no place yet, 1 place is claimed twice',
  );
});

it('reports that all files are placed, and lists or counts empty tracks', () => {
  expect(plan([sure(1)], tracks.slice(0, 1))).toBe('1 file for 1 track: it has its place');
  expect(plan([sure(1)], tracks.slice(0, 3))).toBe(
    '1 file for 3 tracks: it has its place, tracks 2 and 3 have no file',
  );
  expect(plan([sure(1)])).toBe('1 file for 11 tracks: it has its place, 10 tracks have no file');
});

it('counts a released master as its track’s file, and returns null when nothing is left to plan', () => {
  const [first] = tracks;
  const released = { ...first!, slots: first!.slots.map((slot) => ({ ...slot, fileId: 'file' })) };
  expect(plan([stagingFile('unsure')], [released])).toBe('1 file for 1 track: it has no place yet');
  expect(plan([stagingFile('here', { status: 'assigned', assignment: place(1) })])).toBeNull();
  expect(plan([sure(1)], [])).toBeNull();
});
