import { describe, expect, it } from '@jest/globals';
import { type FileIdentity, sameFiles } from './upload-rules.js';

const file = (changes: Partial<FileIdentity> = {}): FileIdentity => ({
  originalName: '01 Ember.wav',
  folder: 'Album/CD',
  sizeBytes: 100,
  lastModified: 1_700_000_000_000,
  ...changes,
});

describe('sameFiles', () => {
  it('recognises a file by name, folder, size and time', () => {
    const dropped = file();
    const known = file();
    expect(sameFiles([dropped], [file({ originalName: '02.wav' }), known]).get(dropped)).toBe(known);
  });

  it.each([
    { originalName: '01 ember.wav' },
    { folder: 'Album' },
    { folder: null },
    { sizeBytes: 101 },
    { lastModified: 1_700_000_000_001 },
  ])('treats a file that differs in %j as another', (changes) => {
    expect(sameFiles([file()], [file(changes)]).size).toBe(0);
  });

  it('does not pair files that occur twice or have no time', () => {
    expect(sameFiles([file(), file()], [file()]).size).toBe(0);
    expect(sameFiles([file()], [file(), file()]).size).toBe(0);
    expect(sameFiles([file({ lastModified: null })], [file({ lastModified: null })]).size).toBe(0);
  });
});
