import { describe, expect, it } from '@jest/globals';
import { review, type ReviewFile, type ReviewTrack } from './review.js';

const track = (trackNumber: number, slots: ReviewTrack['slots']): ReviewTrack => ({
  track: { id: `t${trackNumber}`, trackNumber, title: `Song ${trackNumber}` },
  slots,
});
const slot = (slotType: ReviewTrack['slots'][number]['slotType'], isRequired: boolean, filled: object = {}) => ({
  slotType,
  isRequired,
  fileId: null,
  stagingFileId: null,
  ...filled,
});
const file = (id: string, extra: Partial<ReviewFile> = {}): ReviewFile => ({
  id,
  originalName: `${id}.wav`,
  status: 'assigned',
  isDeliverable: false,
  failure: null,
  faults: [],
  ...extra,
});

describe('review', () => {
  it('names the missing required masters of a track', () => {
    const found = review(
      [track(3, [slot('streaming_master', true), slot('cd_master', true), slot('clean_master', false)])],
      [],
    );
    expect(found.errors).toEqual(['Track 3 "Song 3" is missing required masters: Streaming Master, CD Master']);
    expect(found.tracks).toEqual([{ trackId: 't3', required: 2, filled: 0, ready: false, waiting: 0, released: 0 }]);
  });

  it('counts a slot with a staged or released file as filled, and warns of the staged one', () => {
    const tracks = [
      track(1, [slot('streaming_master', true, { fileId: 'f1' })]),
      track(2, [slot('streaming_master', true, { stagingFileId: 's1' })]),
    ];
    expect(review(tracks, [file('s1')])).toMatchObject({
      errors: [],
      warnings: ["Track 2 has assigned files in staging that haven't been released yet"],
      tracks: [
        { ready: true, waiting: 0, released: 1 },
        { ready: true, waiting: 1, released: 0 },
      ],
    });
  });

  it('warns of each track that has a file to release', () => {
    const held = (number: number) => track(number, [slot('streaming_master', true, { stagingFileId: `s${number}` })]);
    expect(review([1, 2].map(held), [file('s1'), file('s2')]).warnings).toEqual([
      "Track 1 has assigned files in staging that haven't been released yet",
      "Track 2 has assigned files in staging that haven't been released yet",
    ]);
  });

  it('refuses an assigned file that cannot be read, and says why', () => {
    const tracks = [track(1, [slot('streaming_master', true, { stagingFileId: 's1' })])];
    expect(review(tracks, [file('s1', { failure: 'No sound could be decoded from it.' })]).errors).toEqual([
      'Track 1 "Song 1": s1.wav cannot be released: No sound could be decoded from it.',
    ]);
  });

  it('warns of staged files without a slot', () => {
    const files = [
      file('a', { status: 'pending' }),
      file('b', { status: 'pending' }),
      file('c', { status: 'released' }),
    ];
    expect(review([], files).warnings).toEqual(['2 files in staging are not assigned to any track slots']);
    expect(review([], files.slice(1)).warnings).toEqual(['1 file in staging is not assigned to any track slots']);
  });
});
