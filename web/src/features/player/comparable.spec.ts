import { describe, expect, it } from '@jest/globals';
import { comparableWith } from './comparable';

const file = (id: string, originalName: string, more: object = {}) => ({
  id,
  originalName,
  createdAt: `2026-01-01T00:00:0${id}.000Z`,
  fileType: 'master',
  trackId: null as string | null,
  track_title: null as string | null,
  slotType: null,
  parentFileId: null,
  ...more,
});
const ids = (files: { id: string }[] = []) => files.map(({ id }) => id);

describe('comparableWith', () => {
  const place = { trackId: 't', track_title: 'Ember', slotType: 'streaming_master' };
  const files = [
    file('1', 'Ember mix.wav', { fileType: 'upload' }),
    file('2', 'Ember.wav', { fileType: 'upload' }),
    file('3', '01 Ember MASTER.wav', place),
    file('4', '01 Ember MASTER v2.wav', place),
    file('5', 'Ember vinyl.wav', { ...place, slotType: 'vinyl_master' }),
    file('6', 'Glass.wav'),
  ];

  it('returns its versions, newest first, other masters of its track, and the originals of its song', () => {
    const found = comparableWith(files, '3');
    expect(ids(found?.versions)).toEqual(['4', '3']);
    expect(ids(found?.others)).toEqual(['1', '2', '5']);
  });

  it('returns the masters of an original', () => {
    expect(ids(comparableWith(files, '2')?.others)).toEqual(['3', '4', '5']);
  });

  it('returns null for a deleted file', () => expect(comparableWith(files, '9')).toBeNull());
});
