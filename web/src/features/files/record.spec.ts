import { describe, expect, it } from '@jest/globals';
import type { File } from '../../api';
import { tracksOf } from '../../lib/audio/tracks';
import { answeredRequest, recordOf, splitRecord, stateOf } from './record';

const MONDAY = '2026-11-23T10:00:00.000Z';
const TUESDAY = '2026-11-24T10:00:00.000Z';

const master = (id: string, more: Partial<File> = {}): File =>
  ({
    id,
    originalName: `${id}.wav`,
    fileType: 'master',
    createdAt: MONDAY,
    trackId: 't',
    track_title: 'Ember',
    slotType: 'streaming_master',
    parentFileId: null,
    current: true,
    heard: false,
    approval: null,
    verdicts: [],
    analysis: { hasPreview: true },
    ...more,
  }) as File;
const verdict = (kind: 'approved' | 'changes_requested', isVoid = false) =>
  ({ verdict: kind, note: 'Less bass', void: isVoid }) as File['approval'];
const state = (files: File[], commented: string[] = []) => stateOf(tracksOf(files)[0]!, new Set(commented), 'me');

describe('the state of a track', () => {
  it('is new until one format of its newest release was heard', () => {
    const vinyl = master('vinyl', { slotType: 'vinyl_master' });
    expect(state([master('a'), vinyl])).toBe('new');
    expect(state([master('a'), { ...vinyl, heard: true }])).toBe('heard');
  });

  it('is what the reader has said about it', () => {
    expect(state([master('a', { heard: true })], ['a'])).toBe('commented');
    expect(state([master('a', { approval: verdict('approved') })], ['a'])).toBe('approved');
    expect(state([master('a', { approval: verdict('changes_requested') })])).toBe('changes_requested');
  });

  it('is one’s own approval until that of everyone who decides', () => {
    const by = (userId: string) => [{ userId, verdict: 'approved' }] as File['verdicts'];
    expect(state([master('a', { heard: true, verdicts: by('me') })])).toBe('approved_by_you');
    expect(state([master('a', { heard: true, verdicts: by('other') })])).toBe('heard');
    expect(state([master('a', { verdicts: by('me'), approval: verdict('approved') })])).toBe('approved');
  });

  it('keeps requested changes when another format is released later', () => {
    const asked = master('a', { approval: verdict('changes_requested') });
    const vinyl = master('vinyl', { slotType: 'vinyl_master', createdAt: TUESDAY });
    expect(state([asked, vinyl])).toBe('changes_requested');
  });

  it('starts again with a new version, which names the request that it answers', () => {
    const before = master('a', { heard: true, current: false, approval: verdict('changes_requested', true) });
    const after = master('b', { createdAt: TUESDAY, parentFileId: 'a' });
    expect(state([after, before], ['a'])).toBe('new');
    expect(answeredRequest(tracksOf([after, before])[0]!)).toBe('Less bass');
    expect(answeredRequest(tracksOf([master('a')])[0]!)).toBeNull();
  });

  it('does not exist without a master', () => expect(state([master('a', { fileType: 'upload' })])).toBeNull());
});

describe('the record', () => {
  const mix = master('mix', { fileType: 'upload', trackId: null, track_title: null, slotType: null });

  it('plays the newest masters, and mixes while there is no master', () => {
    expect(recordOf(tracksOf([master('a'), mix])).map(({ id }) => id)).toEqual(['a']);
    expect(recordOf(tracksOf([mix])).map(({ id }) => id)).toEqual(['mix']);
  });

  it('does not play a mix instead of a master that is still being analyzed', () => {
    const analysis = { hasPreview: false } as File['analysis'];
    const own = { ...mix, trackId: 't', track_title: 'Ember' };
    const other = master('other', { trackId: 'u', track_title: 'Ash' });
    expect(recordOf(tracksOf([master('a', { analysis }), own]))).toEqual([]);
    expect(recordOf(tracksOf([master('a', { analysis }), own, other])).map(({ id }) => id)).toEqual(['other']);
  });

  it('lists mixes without a master on their own', () => {
    const { mastered, mixes } = splitRecord(tracksOf([master('a'), mix]));
    expect([mastered, mixes].map((tracks) => tracks.map(({ title }) => title))).toEqual([['Ember'], ['mix']]);
  });
});
