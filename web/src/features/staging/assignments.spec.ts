import { describe, expect, it } from '@jest/globals';
import { analysis } from '../../lib/format/analysis.fixture';
import {
  acceptances,
  autoAssignments,
  byName,
  confidenceColor,
  conflictsOf,
  intoSlot,
  joined,
  runnerUpOf,
} from './assignments';
import { stagingFile, suggestion, trackEntry } from './staging.fixture';

it.each([
  [100, 'green'],
  [71, 'green'],
  [70, 'yellow'],
  [41, 'yellow'],
  [40, 'red'],
  [0, 'red'],
])('%d %% is %s', (confidence, color) => expect(confidenceColor(confidence)).toBe(color));

it('returns a file once if it is both listed and announced', () => {
  const [first, second, newer] = [stagingFile('a.wav'), stagingFile('b.wav'), stagingFile('b.wav', { sizeBytes: 7 })];
  expect(joined([first, second], [newer])).toEqual([first, newer]);
});

describe('autoAssignments', () => {
  const wants = (id: string, confidence: number, slotType: 'streaming_master' | 'vinyl_master' = 'streaming_master') =>
    stagingFile(id, { assignmentSuggestions: [suggestion('track 1', slotType, confidence)] });

  it('takes only first suggestions above 70', () => {
    const files = [wants('a.wav', 70), wants('b.wav', 71, 'vinyl_master'), stagingFile('c.wav')];
    expect(autoAssignments(files, [trackEntry('track 1')])).toEqual([
      { fileId: 'b.wav', trackId: 'track 1', slotType: 'vinyl_master' },
    ]);
  });

  it('takes incoming files without a planned slot', () => {
    const incoming = { ...wants('a.wav', 80), status: 'incoming' as const };
    const planned = {
      ...wants('b.wav', 90),
      status: 'incoming' as const,
      assignment: suggestion('track 2', 'vinyl_master', 0),
    };
    expect(autoAssignments([incoming, planned], [trackEntry('track 1')])).toEqual([
      { fileId: 'a.wav', trackId: 'track 1', slotType: 'streaming_master' },
    ]);
  });

  it('gives a slot to the more confident of two files and never fills a filled one', () => {
    const files = [wants('a.wav', 80), wants('b.wav', 95), wants('c.wav', 99, 'vinyl_master')];
    expect(autoAssignments(files, [trackEntry('track 1', { vinyl_master: 'other.wav' })])).toEqual([
      { fileId: 'b.wav', trackId: 'track 1', slotType: 'streaming_master' },
    ]);
  });

  it('skips assigned and unreadable files', () => {
    const files = [
      { ...wants('a.wav', 99), status: 'assigned' as const },
      { ...wants('b.wav', 99), analysis: analysis({ state: 'failed' }) },
    ];
    expect(autoAssignments(files, [trackEntry('track 1')])).toEqual([]);
  });
});

it('accepts uncertain suggestions of files that a person has selected', () => {
  const file = stagingFile('a.wav', { assignmentSuggestions: [suggestion('track 1', 'vinyl_master', 12)] });
  expect(acceptances([file], [trackEntry('track 1')], -1)).toEqual([
    { fileId: 'a.wav', trackId: 'track 1', slotType: 'vinyl_master' },
  ]);
});

it('puts each file into one slot type of its own track, once per track', () => {
  const suggested = stagingFile('a.wav', { assignmentSuggestions: [suggestion('track 1', 'vinyl_master', 90)] });
  const rival = { ...suggested, id: 'b.wav' };
  const assigned = stagingFile('c.wav', {
    status: 'assigned',
    assignment: { trackId: 'track 2', trackNumber: 2, slotType: 'streaming_master' },
  });
  expect(intoSlot([suggested, rival, assigned, stagingFile('d.wav')], 'cd_master')).toEqual([
    { fileId: 'a.wav', trackId: 'track 1', slotType: 'cd_master' },
    { fileId: 'c.wav', trackId: 'track 2', slotType: 'cd_master' },
  ]);
});

it('returns a runner-up for pending files only', () => {
  const second = suggestion('track 2', 'cd_master', 30);
  const file = stagingFile('a.wav', { assignmentSuggestions: [suggestion('track 1', 'vinyl_master', 60), second] });
  expect(runnerUpOf(file)).toBe(second);
  expect(runnerUpOf({ ...file, status: 'assigned' })).toBeNull();
});

describe('conflictsOf', () => {
  const file = stagingFile('a.wav', { assignmentSuggestions: [suggestion('track 1', 'vinyl_master', 90)] });

  it('reports the file that already fills the slot', () => {
    const holder = stagingFile('old.wav', { status: 'assigned' });
    expect(conflictsOf([file, holder], [trackEntry('track 1', { vinyl_master: 'old.wav' })]).get('a.wav')).toBe(
      'This slot already holds old.wav',
    );
  });

  it('reports another pending file suggested for the same slot', () => {
    expect(conflictsOf([file, { ...file, id: 'b', originalName: 'b.wav' }], [trackEntry('track 1')]).get('a.wav')).toBe(
      'Also suggested for b.wav',
    );
  });

  it('reports that a file for a released slot would be a revision', () => {
    const { track, slots } = trackEntry('track 1');
    const released = { track, slots: slots.map((slot) => ({ ...slot, fileId: 'master' })) };
    expect(conflictsOf([file], [released]).get('a.wav')).toBe('Released already: this would be a revision');
  });

  it('reports nothing if no other file is suggested for the slot', () => {
    expect(conflictsOf([file, stagingFile('b.wav')], [trackEntry('track 1')]).size).toBe(0);
  });
});

it('sorts by name with numeric order, released files last', () => {
  const files = [stagingFile('10 b.wav'), stagingFile('1 z.wav', { status: 'released' }), stagingFile('2 a.wav')];
  expect(files.sort(byName).map(({ id }) => id)).toEqual(['2 a.wav', '10 b.wav', '1 z.wav']);
});
