import { expect, it } from '@jest/globals';
import { TaskProcess } from '../../platform/tasks/task-process.js';
import { type Batch, type BatchSuggestions, suggestBatch } from './suggest-batch.js';

const sound = {
  sampleRateHz: 48000,
  bitDepth: 24,
  channels: 2,
  fingerprint: Int32Array.from({ length: 40 }, (_, n) => n),
};
const batch: Batch = {
  project: { title: 'Night Songs', artist: 'Ada' },
  tracks: ['Ember', 'Low Tide'].map((title, index) => ({
    id: title,
    trackNumber: index + 1,
    title,
    isrc: null,
    notes: null,
    durationS: null,
    slots: [{ slotType: 'streaming_master', isRequired: true, filled: false }],
  })),
  originals: [{ id: 'original', name: 'Ember mix.wav', durationS: 200, ...sound }],
  files: [
    { id: 'first', name: '01 Ember Master.wav', durationS: 200, ...sound },
    { id: 'second', name: '02 Low Tide.wav', durationS: 180, ...sound },
  ],
  rules: [],
};

it('returns the same suggestions in a separate process as in this one', async () => {
  const limits = { timeoutMs: 60_000, maxRssBytes: 768 * 1024 ** 2 };
  const engine = new TaskProcess<Batch, BatchSuggestions>(new URL('./engine.child.ts', import.meta.url), limits);
  const suggested = await engine.run(batch);
  expect(suggested).toEqual(suggestBatch(batch));
  expect(suggested.get('first')?.suggestions[0]).toMatchObject({ trackId: 'Ember', slotType: 'streaming_master' });
});
