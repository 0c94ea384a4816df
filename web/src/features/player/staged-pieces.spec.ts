import { expect, it } from '@jest/globals';
import type { File, StagingFile, TrackEntry } from '../../api';
import { withComparable } from './staged-pieces';

const analysis = { hasPreview: true };
const place = (slotType: string) => ({ trackId: 't1', trackNumber: 1, slotType });
const staged = (id: string, originalName: string, more: object = {}) =>
  ({
    id,
    originalName,
    status: 'pending',
    assignment: null,
    assignmentSuggestions: [],
    createdAt: '2',
    analysis,
    ...more,
  }) as unknown as StagingFile;
const file = (id: string, originalName: string, more: object = {}) =>
  ({
    id,
    originalName,
    fileName: originalName,
    track_title: null,
    trackId: null,
    slotType: null,
    parentFileId: null,
    fileType: 'master',
    createdAt: '1',
    analysis,
    ...more,
  }) as unknown as File;
const tracks = [{ track: { id: 't1', title: 'Ember' }, slots: [] }] as unknown as TrackEntry[];
const project = {
  projectId: 'p',
  tracks,
  staged: [
    staged('new', 'Ember v2.wav', { assignment: place('streaming_master'), status: 'assigned' }),
    staged('vinyl', 'Ember vinyl.wav', { assignmentSuggestions: [place('vinyl_master')] }),
    staged('other', 'Glass.wav'),
    staged('mute', 'Salt.wav', { analysis: { hasPreview: false } }),
  ],
  files: [
    file('before', 'Ember v1.wav', place('streaming_master')),
    file('mix', 'Ember mix.wav', { fileType: 'upload' }),
    file('else', 'Glass mix.wav', { fileType: 'upload' }),
  ],
};

it('compares a staged file with the version before, other formats of its track and the mix', () => {
  const { piece, versions } = withComparable('new', project)!;
  expect(piece).toMatchObject({ id: 'new', staged: true, track_title: 'Ember', slotType: 'streaming_master' });
  expect(versions.map(({ id }) => id)).toEqual(['new', 'before', 'vinyl', 'mix']);
});

it('begins a comparison with any file, and with none that cannot be heard', () => {
  expect(withComparable('mix', project)!.versions.map(({ id }) => id)).toEqual(['mix', 'new', 'before', 'vinyl']);
  expect(withComparable('mute', project)).toBeNull();
  expect(withComparable('gone', project)).toBeNull();
});

it('compares the files of a track that is only proposed', () => {
  const together = ['vinyl', 'other'];
  const { versions } = withComparable('other', { ...project, together })!;
  expect(versions.map(({ id }) => id)).toEqual(['other', 'vinyl', 'mix', 'else']);
});
