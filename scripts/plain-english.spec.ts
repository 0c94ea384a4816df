import { describe, expect, it } from '@jest/globals';
import { faultsOf } from './plain-english.mjs';

describe('a comment', () => {
  it.each([
    '* BroadcastChannel name used to tell other tabs that this one is uploading. ',
    ' Smaller differences count as the same level.',
    '*\n   * Replies are resolved with the comment they reply to.\n   ',
    ' Standard error stands for the log here; there is no reply.',
    " Without 'nobody' in quotes.",
    ' Null if there is none. Leaves no files behind, also behind a proxy.',
  ])('passes: %s', (comment) => {
    expect(faultsOf(comment)).toEqual([]);
  });

  it.each([
    '* What a tab that sends them tells the others by. ',
    ' Less is no level of its own.',
    '* Of the files that came, those that nobody has placed. ',
    '*\n   * So many jobs may run anew.\n   ',
    ' Null if it is none.',
    ' A tag behind the samples.',
    ' Only the length speaks for this track.',
  ])('is refused: %s', (comment) => {
    expect(faultsOf(comment)).not.toEqual([]);
  });
});
