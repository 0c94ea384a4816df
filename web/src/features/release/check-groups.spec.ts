import { expect, it } from '@jest/globals';
import type { StagingFile } from '../../api';
import { checkGroupsOf, mergedByTrack } from './check-groups';

const check = (kind: string, accepted = false) => ({
  code: kind,
  kind,
  threshold: 'less',
  message: '',
  atS: [],
  accepted: accepted ? { userName: 'Ada', at: '2026-01-01T00:00:00Z', reason: null } : null,
});
const file = (id: string, checks: object[], status = 'assigned') => ({ id, status, checks }) as StagingFile;

it('groups findings by kind: open ones first, and of these the most frequent', () => {
  const groups = checkGroupsOf([
    file('a', [check('Clipped', true), check('DC offset')]),
    file('b', [check('Clipped'), check('Peak')]),
    file('c', [check('Peak')]),
    file('d', [check('Peak')], 'pending'),
  ]);
  expect(groups.map(({ kind, accepted, found }) => [kind, accepted, found.map((each) => each.file.id)])).toEqual([
    ['Peak', false, ['b', 'c']],
    ['DC offset', false, ['a']],
    ['Clipped', false, ['b']],
    ['Clipped', true, ['a']],
  ]);
});

it('merges what is said about several tracks', () => {
  expect(
    mergedByTrack(['Track 1 has files.', 'Track 2 has files.', 'Track 4 has files.', '3 files are left.']),
  ).toEqual(['Tracks 1–2, 4 have files.', '3 files are left.']);
  expect(mergedByTrack(['Track 7 has files.'])).toEqual(['Track 7 has files.']);
  const missing = (track: string) => `Track ${track} is missing required masters: CD Master`;
  expect(mergedByTrack([missing('1 "Ember"')])).toEqual([missing('1 "Ember"')]);
  expect(mergedByTrack([missing('1 "Ember"'), missing('3 "Glass"')])).toEqual([
    'Tracks 1, 3 are missing required masters: CD Master',
  ]);
});
