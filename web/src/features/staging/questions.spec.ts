import { describe, expect, it } from '@jest/globals';
import type { StagingQuestion } from '../../api';
import { answerOfKey, questionText } from './questions';

const question = (more: Partial<StagingQuestion>): StagingQuestion => ({
  kind: 'format-slot',
  word: '16/44.1',
  text: '16-bit / 44.1 kHz',
  choices: ['streaming_master', 'cd_master'],
  fileIds: ['a', 'b'],
  ...more,
});

describe('a question', () => {
  it('about a format shows the format, the number of files and the choices', () => {
    expect(questionText(question({}))).toBe('These 2 files are 16-bit / 44.1 kHz. Are they streaming or CD masters?');
    expect(questionText(question({ fileIds: ['a'] }))).toBe(
      'This file is 16-bit / 44.1 kHz. Is it a streaming or CD master?',
    );
  });

  it('about a word asks for its meaning', () => {
    expect(questionText(question({ kind: 'house-word', text: 'PM' }))).toBe('What does “PM” mean here (2 files)?');
  });
});

describe('a key', () => {
  const pressed = (more: Partial<KeyboardEvent>) =>
    answerOfKey({
      code: 'Digit1',
      key: '!',
      shiftKey: true,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      ...more,
    });

  it('answers with Shift and a digit, on any keyboard layout', () => {
    expect(pressed({})).toBe(0);
    expect(pressed({ code: 'Digit2', key: '"' })).toBe(1);
    expect(pressed({ code: 'Digit7', key: '/' })).toBeNull();
  });

  it('undoes with Shift and Z, wherever the layout has the Z', () => {
    expect(pressed({ code: 'KeyY', key: 'Z' })).toBe('undo');
  });

  it.each([{ shiftKey: false }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])(
    'does nothing with %j',
    (keys) => expect(pressed(keys)).toBeNull(),
  );
});
