import { expect, it } from '@jest/globals';
import { activeUploads, progressOf } from './active-uploads';
import type { Upload, UploadSnapshot, UploadState } from './upload-types';

const upload = (state: UploadState): Upload => ({
  id: 1,
  key: null,
  name: 'a.wav',
  folder: null,
  sizeBytes: 100,
  sentBytes: 0,
  state,
  error: null,
  canRetry: false,
});
const snapshot = (states: UploadState[], sentBytes: number): UploadSnapshot => ({
  uploads: states.map(upload),
  sentBytes,
  totalBytes: 300,
  active: true,
  paused: false,
});

it('counts files without failed and cancelled ones', () => {
  const sent = snapshot(['done', 'sending', 'waiting', 'failed', 'cancelled'], 125);
  expect(progressOf(sent)).toEqual({ done: 1, total: 3, percent: 41, paused: false });
});

it('lists each queue while it is active', () => {
  let current = snapshot(['sending'], 0);
  let changed = () => {};
  activeUploads.watch('/here', {
    subscribe: (listener) => {
      changed = listener;
      return () => {};
    },
    getSnapshot: () => current,
  });
  changed();
  expect(activeUploads.getSnapshot()).toEqual([{ href: '/here', done: 0, total: 1, percent: 0, paused: false }]);
  current = { ...current, active: false };
  changed();
  expect(activeUploads.getSnapshot()).toEqual([]);
});
