import { describe, expect, it } from '@jest/globals';
import { matching, openMention } from './mentions';

describe('a mention that is being typed', () => {
  it('begins with an @ outside of an email address', () => {
    expect(openMention('Ask @Ad', 7)).toEqual({ at: 4, typed: 'Ad' });
    expect(openMention('@', 1)).toEqual({ at: 0, typed: '' });
    expect(openMention('Ask me@ad', 9)).toBeNull();
    expect(openMention('Ask @Ad', 3)).toBeNull();
    expect(openMention('@\nAda', 5)).toBeNull();
  });

  it('offers the people of whose names a word begins with it', () => {
    const people = ['Ada Voss', 'Bo Örn', 'Vera'].map((name) => ({ id: name, name }));
    const shown = (typed: string) => matching(people, typed).map(({ name }) => name);
    expect(shown('')).toEqual(['Ada Voss', 'Bo Örn', 'Vera']);
    expect(shown('v')).toEqual(['Ada Voss', 'Vera']);
    expect(shown('ada v')).toEqual(['Ada Voss']);
    expect(shown('ör')).toEqual(['Bo Örn']);
    expect(shown('Vera is right')).toEqual([]);
  });
});
