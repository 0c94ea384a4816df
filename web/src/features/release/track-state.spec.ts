import { expect, it } from '@jest/globals';
import { stateOf } from './track-state';

const track = { trackId: 't', required: 1, filled: 1, ready: true, waiting: 0, released: 0, releasedAt: null };
const releasedAt = '2026-03-05T10:00:00.000Z';
const said = (changed: object) => {
  const { badge, slots, detail, releasable } = stateOf({ ...track, ...changed });
  return [badge, slots, detail, releasable];
};

it('shows the state of a track, and whether a release would publish something new', () => {
  expect(said({ ready: false, filled: 0 })).toEqual(['Incomplete', '0/1 required slots filled', null, false]);
  expect(said({ waiting: 2 })).toEqual(['Ready', '1/1 required slots filled', '2 files to release', true]);
  expect(said({ released: 3, releasedAt })).toEqual([
    'Released',
    '1/1 required slots filled',
    expect.stringMatching(/^3 files, .*2026$/),
    false,
  ]);
  expect(said({ waiting: 1, released: 3, releasedAt })).toEqual([
    'Changed since',
    '1/1 required slots filled',
    '1 new file to release',
    true,
  ]);
  expect(said({ required: 0, filled: 0 })).toEqual(['Empty', '0/0 required slots filled', null, false]);
});
