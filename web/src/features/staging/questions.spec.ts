import { describe, expect, it } from '@jest/globals';
import type { StagingQuestion } from '../../api';
import { questionText } from './questions';

const question = (more: Partial<StagingQuestion>): StagingQuestion => ({
  kind: 'format-slot',
  word: '16/44.1',
  text: '16-bit / 44.1 kHz',
  choices: ['streaming_master', 'cd_master'],
  fileIds: ['a', 'b'],
  ...more,
});

describe('a question', () => {
  it('of a format names it, how many files have it, and what it may be for', () => {
    expect(questionText(question({}))).toBe('These 2 files are 16-bit / 44.1 kHz. Are they streaming or CD masters?');
    expect(questionText(question({ fileIds: ['a'] }))).toBe(
      'This file is 16-bit / 44.1 kHz. Is it a streaming or CD master?',
    );
  });

  it('of a word asks what it means', () => {
    expect(questionText(question({ kind: 'house-word', text: 'PM' }))).toBe('What does “PM” mean here (2 files)?');
  });
});
