import { afterEach, describe, expect, it } from '@jest/globals';
import { graphemes } from './graphemes.js';

const TEXTS = [
  '',
  'Ember',
  'Lo\u0308we',
  '🎵🎵',
  'Family 👩‍👩‍👧',
  '👍🏽👍',
  '🇩🇪🇫🇷',
  '❤️ Love',
  'ภาษาไทย',
  '한국어',
  '\u0308a',
  'a\nb',
  '1️⃣2',
];

describe('graphemes', () => {
  const { Segmenter } = Intl;
  afterEach(() => {
    Object.assign(Intl, { Segmenter });
  });

  it.each(TEXTS)('of %j are the same in a browser without Intl.Segmenter', (text) => {
    const own = graphemes(text);
    expect(own.join('')).toBe(text);
    Object.assign(Intl, { Segmenter: undefined });
    expect(graphemes(text)).toEqual(own);
  });
});
