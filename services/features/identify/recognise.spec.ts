import { describe, expect, it } from '@jest/globals';
import type { UnknownFile } from './identify.schema.js';
import { type KnownFile, recognise } from './recognise.js';

const SHA = (letter: string) => letter.repeat(64);
const print = (seed: number, length = 300) =>
  Array.from({ length }, (_, i) => Math.imul(i + 1, 2_654_435_761 + seed) | 0);
const noisy = (items: number[], every: number) => items.map((item, i) => (i % every === 0 ? item ^ 0b1011 : item));

const known = (given: Partial<KnownFile> = {}): KnownFile => ({
  fileId: 'final',
  fileType: 'master',
  fileName: 'Ember CD v2.wav',
  trackNumber: 3,
  title: 'Ember',
  slotType: 'cd_master',
  isCurrent: true,
  edition: 2,
  sha256: SHA('a'),
  samplesSha256: SHA('b'),
  durationS: 200,
  fingerprint: print(1),
  ...given,
});
const older = known({ fileId: 'old', isCurrent: false, edition: 1, sha256: SHA('c'), samplesSha256: SHA('d') });
const file = (given: Partial<UnknownFile> = {}): UnknownFile => ({
  sha256: SHA('f'),
  samplesSha256: null,
  otherSamplesSha256: [],
  fingerprint: [],
  container: null,
  durationS: null,
  ...given,
});

describe('a file', () => {
  it('is the one with the same bytes', () => {
    expect(recognise(file({ sha256: SHA('a') }), [older, known()])).toEqual({
      match: 'exact',
      isOlder: false,
      fileId: 'final',
      sentence: 'This is track 3 “Ember”, CD Master, edition 2.',
    });
  });

  it('is an older version', () => {
    expect(recognise(file({ sha256: SHA('c') }), [known(), older])).toMatchObject({
      isOlder: true,
      sentence: 'This is an older version of track 3 “Ember”, CD Master, edition 1.',
    });
  });

  it('is the newest of several with the same bytes', () => {
    const same = { sha256: SHA('a') };
    const staged = known({ fileId: null, edition: null });
    const original = known({ fileId: 'mix', fileType: 'upload', edition: null });
    const { fileId } = recognise(file(same), [staged, original, { ...older, ...same }, known()]);
    expect(fileId).toBe('final');
    expect(recognise(file(same), [staged]).sentence).toContain('in staging and not released yet');
    expect(recognise(file(same), [original]).sentence).toBe(
      'This is “Ember CD v2.wav”, which was sent to be mastered.',
    );
  });

  it('has the same samples in another container', () => {
    const packed = file({ samplesSha256: SHA('9'), otherSamplesSha256: [SHA('8'), SHA('b')], container: 'flac' });
    expect(recognise(packed, [older, known()])).toEqual({
      match: 'samples',
      isOlder: false,
      fileId: 'final',
      sentence: 'This is a FLAC with exactly the samples of track 3 “Ember”, CD Master, edition 2.',
    });
    expect(recognise({ ...packed, container: 'aifc' }, [known()]).sentence).toMatch(/^This is an AIFF with/);
    expect(recognise({ ...packed, container: 'w64' }, [known()]).sentence).toMatch(/^This is a WAV with/);
    expect(recognise(packed, [known({ samplesSha256: '' }), known({ samplesSha256: null })]).match).toBe('none');
  });

  it.each([
    ['mp3', 'This is an MP3 of'],
    ['aac', 'This is an AAC file of'],
    ['ogg', 'This is an Ogg file of'],
    ['flac', 'This is the same recording in another form as'],
  ] as const)('is named by its format: %s', (container, words) => {
    const { sentence } = recognise(file({ container, fingerprint: noisy(print(1), 40) }), [known()]);
    expect(sentence).toBe(`${words} track 3 “Ember”, CD Master, edition 2.`);
  });

  it('has the same samples with other tags', () => {
    expect(recognise(file({ samplesSha256: SHA('b') }), [known()])).toMatchObject({
      match: 'samples',
      sentence: 'The samples are those of track 3 “Ember”, CD Master, edition 2. Only tags or headers differ.',
    });
    // Files whose samples were not found have an empty checksum.
    expect(recognise(file(), [known({ samplesSha256: '' })]).match).toBe('none');
  });

  it('is an MP3, and may be cut short', () => {
    const mp3 = file({ container: 'mp3', fingerprint: noisy(print(1, 150), 4), durationS: 100 });
    expect(recognise(mp3, [known({ fileId: 'other', fingerprint: print(9) }), known()])).toMatchObject({
      match: 'sound',
      fileId: 'final',
      sentence: 'This is an MP3 of track 3 “Ember”, CD Master, edition 2. It lasts 1:40 instead of 3:20.',
    });
  });

  it('is not from here', () => {
    expect(recognise(file({ fingerprint: print(77) }), [known()])).toMatchObject({ match: 'none', fileId: null });
    expect(recognise(file(), [])).toMatchObject({ match: 'none' });
  });

  it('is not recognised by silence', () => {
    const silence = Array.from({ length: 300 }, () => 627_964_279);
    const { match, sentence } = recognise(file({ fingerprint: silence }), [known({ fingerprint: silence })]);
    expect([match, sentence]).toEqual(['none', expect.stringContaining('no sound that can be compared')]);
  });
});
