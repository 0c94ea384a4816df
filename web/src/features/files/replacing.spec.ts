import { describe, expect, it } from '@jest/globals';
import type { File } from '../../api';
import { isUnplacedRevision, replacedBy } from './replacing';

let minute = 0;
const file = (originalName: string, more: Partial<File> = {}): File =>
  ({
    id: originalName,
    originalName,
    fileType: 'master',
    createdAt: new Date(minute++ * 60_000).toISOString(),
    trackId: null,
    track_title: null,
    slotType: null,
    parentFileId: null,
    ...more,
  }) as File;
const placed = (originalName: string, track: string, slotType: File['slotType'] = 'streaming_master') =>
  file(originalName, { trackId: track, track_title: track, slotType });

describe('a revision', () => {
  it('replaces the newest master with its name, and nothing if two slots share the name', () => {
    const files = [placed('Ember.wav', 'Ember'), placed('Ember_v2.wav', 'Ember'), placed('Tide.wav', 'Tide')];
    expect(replacedBy('Ember rev3.wav', files)?.originalName).toBe('Ember_v2.wav');
    expect(replacedBy('Ember rev3.wav', [...files, placed('Ember.wav', 'Ember', 'vinyl_master')])).toBeUndefined();
    expect(replacedBy('Elsewhere.wav', files)).toBeUndefined();
  });

  it('is asked about while it has neither a slot nor a master that it replaces', () => {
    const loose = { fileType: 'revision', trackId: null, slotType: null, parentFileId: null } as const;
    expect(isUnplacedRevision(loose)).toBe(true);
    expect(isUnplacedRevision({ ...loose, parentFileId: 'master' })).toBe(false);
    expect(isUnplacedRevision({ ...loose, trackId: 'track', slotType: 'streaming_master' })).toBe(false);
    expect(isUnplacedRevision({ ...loose, fileType: 'master' })).toBe(false);
  });
});
