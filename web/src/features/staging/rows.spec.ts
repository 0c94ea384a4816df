import { describe, expect, it } from '@jest/globals';
import { analysis } from '../../lib/format/analysis.fixture';
import { filterRows, type RowFilter, rowsOf, type SortColumn, sortRows } from './rows';
import { stagingFile, suggestion, trackEntry } from './staging.fixture';

const done = analysis({ state: 'done' });
const files = [
  stagingFile('01 Ember.wav', {
    analysis: done,
    sizeBytes: 30,
    assignmentSuggestions: [suggestion('track 1', 'streaming_master', 96)],
  }),
  stagingFile('02 Glass.wav', {
    analysis: done,
    sizeBytes: 10,
    assignmentSuggestions: [suggestion('track 2', 'vinyl_master', 55)],
  }),
  stagingFile('03 Löwe.wav', { analysis: done, sizeBytes: 20 }),
  stagingFile('04 broken.wav', { analysis: analysis({ state: 'failed' }), sizeBytes: 5 }),
  stagingFile('05 held.wav', {
    analysis: done,
    sizeBytes: 1,
    status: 'assigned',
    folder: 'Album/CD',
    assignment: { trackId: 'track 1', trackNumber: 1, slotType: 'vinyl_master' },
  }),
  stagingFile('06 waiting.wav', { sizeBytes: 2 }),
];
const rows = rowsOf(files, [trackEntry('track 1'), trackEntry('track 2')]);
const ids = (shown: typeof rows) => shown.map(({ file }) => file.id.slice(0, 2)).join(' ');

describe('filterRows', () => {
  const shown = (filter: Partial<RowFilter>) =>
    ids(filterRows(rows, { text: '', status: 'all', attentionOnly: false, ...filter }));

  it('finds every word in name, folder or slot', () => {
    expect(shown({ text: 'glass 02' })).toBe('02');
    expect(shown({ text: 'album/cd' })).toBe('05');
    expect(shown({ text: 'track 1' })).toBe('01 05');
  });
  it('finds composed letters in decomposed names', () => expect(shown({ text: 'LÖWE'.normalize('NFD') })).toBe('03'));
  it('filters by status', () => expect(shown({ status: 'assigned' })).toBe('05'));
  it('filters files that need a decision: uncertain, without suggestion or unreadable, but not files being analysed', () => {
    expect(shown({ attentionOnly: true })).toBe('02 03 04');
  });
});

it('needs attention for a conflict, whatever the confidence', () => {
  const rival = stagingFile('00 Ember.wav', {
    analysis: done,
    assignmentSuggestions: [suggestion('track 1', 'streaming_master', 99)],
  });
  const [first] = rowsOf([rival, ...files], [trackEntry('track 1')]);
  expect(first).toMatchObject({ needsAttention: true, conflict: 'Also suggested for 01 Ember.wav' });
});

it.each<[SortColumn, boolean, string]>([
  ['name', false, '01 02 03 04 05 06'],
  ['name', true, '06 05 04 03 02 01'],
  ['size', false, '05 06 04 02 03 01'],
  ['status', true, '05 01 02 03 04 06'],
  ['assignment', false, '01 05 02 03 04 06'],
  ['confidence', true, '01 02 03 04 05 06'],
  ['confidence', false, '03 04 05 06 02 01'],
])('sorts by %s (descending: %s)', (column, descending, expected) => {
  expect(ids(sortRows(rows, { column, descending }))).toBe(expected);
});

it('waits for a proposed track without needing attention, unless it is unreadable', () => {
  const done = { state: 'done' as const };
  const files = [
    stagingFile('a', { analysis: { ...stagingFile('a').analysis, ...done } }),
    stagingFile('b', { analysis: { ...stagingFile('b').analysis, ...done } }),
    stagingFile('c', { analysis: { ...stagingFile('c').analysis, state: 'failed' } }),
  ];
  const proposed = [{ trackNumber: 3, title: 'Glass', fileIds: ['a', 'c'], maybeNoSong: false }];
  expect(rowsOf(files, [], proposed).map(({ waitsFor, needsAttention }) => [waitsFor?.title, needsAttention])).toEqual([
    ['Glass', false],
    [undefined, true],
    ['Glass', true],
  ]);
});

it('waits for a proposed track if its own suggestion is unlikely', () => {
  const files = [
    stagingFile('unlikely', { assignmentSuggestions: [suggestion('track 1', 'streaming_master', 12)] }),
    stagingFile('likely', { assignmentSuggestions: [suggestion('track 1', 'streaming_master', 66)] }),
  ];
  const proposed = [{ trackNumber: 3, title: 'Glass', fileIds: ['unlikely', 'likely'], maybeNoSong: false }];
  expect(
    rowsOf(files, [trackEntry('track 1')], proposed).map((row) => [row.waitsFor?.title, row.suggestion?.confidence]),
  ).toEqual([
    ['Glass', undefined],
    [undefined, 66],
  ]);
});

it('needs attention if the content does not match its header, whatever the confidence', () => {
  const assignmentSuggestions = [suggestion('track 1', 'streaming_master', 96)];
  const contradiction = 'When it was dropped its header said 48 kHz; what has arrived says 44.1 kHz';
  const [row] = rowsOf([stagingFile('a.wav', { assignmentSuggestions, contradiction })], [trackEntry('track 1')]);
  expect(row).toMatchObject({ needsAttention: true, conflict: contradiction });
});

it('does not wait for a track if its verdict is a snippet, and needs attention instead', () => {
  const verdict = 'A snippet, not a deliverable';
  const files = [
    stagingFile('snippet', { analysis: done, verdict }),
    stagingFile('song', { analysis: done, verdict: null }),
  ];
  const proposed = [{ trackNumber: 2, title: 'Low Tide Snippet', fileIds: ['snippet', 'song'], maybeNoSong: true }];
  expect(rowsOf(files, [], proposed).map(({ waitsFor, needsAttention }) => [waitsFor?.title, needsAttention])).toEqual([
    [undefined, true],
    ['Low Tide Snippet', false],
  ]);
});

it('needs attention while checks find errors in a deliverable, although it is assigned', () => {
  const deliverable = { kind: 'ddp' as const, title: '', trackId: null, side: null };
  const plant = stagingFile('DDP.zip', { status: 'assigned', deliverable, analysis: done });
  const check = (severity: 'error' | 'warning') => ({
    fileId: plant.id,
    isStaged: true,
    facts: null,
    tracks: [],
    findings: [{ severity, text: 'IMAGE.DAT is too short.' }],
  });
  const stateOf = (severity: 'error' | 'warning') => rowsOf([plant], [], [], [check(severity)])[0];
  expect(stateOf('error')).toMatchObject({ hasErrors: true, needsAttention: true });
  expect(stateOf('warning')).toMatchObject({ hasErrors: false, needsAttention: false });
});
