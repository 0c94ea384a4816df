import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dropDraft, keepDraft, readDraft } from './drafts';

const saved = new Map<string, string>();
const storage = {
  getItem: (key: string) => saved.get(key) ?? null,
  setItem: (key: string, value: string) => void saved.set(key, value),
  removeItem: (key: string) => void saved.delete(key),
};
const given = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
const use = (value: object) => Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });

beforeEach(() => {
  saved.clear();
  use(storage);
});

afterEach(() => {
  if (given) Object.defineProperty(globalThis, 'localStorage', given);
  else delete (globalThis as { localStorage?: unknown }).localStorage;
});

describe('a draft', () => {
  it('is kept until it is removed', () => {
    keepDraft('ada', 'reply 1', { text: 'Warmer' });
    expect(readDraft('ada', 'reply 1')).toEqual({ text: 'Warmer' });
    dropDraft('ada', 'reply 1');
    expect(readDraft('ada', 'reply 1')).toBeNull();
  });

  it('belongs to one person and one form', () => {
    keepDraft('ada', 'reply 1', { text: 'Warmer' });
    expect(readDraft('zoe', 'reply 1')).toBeNull();
    expect(readDraft('ada', 'reply 2')).toBeNull();
  });

  it('is kept until the page closes when the browser cannot save it', () => {
    const refuse = jest.fn(() => {
      throw new Error('Full');
    });
    use({ ...storage, setItem: refuse });
    keepDraft('ada', 'reply 1', { text: 'Warmer' });
    expect(readDraft('ada', 'reply 1')).toEqual({ text: 'Warmer' });
    dropDraft('ada', 'reply 1');
    expect(readDraft('ada', 'reply 1')).toBeNull();
  });

  it('is null when the saved value is not a draft', () => {
    for (const text of ['{', '[]', '3', 'null']) {
      saved.set('lacquer.draft ada reply 1', text);
      expect(readDraft('ada', 'reply 1')).toBeNull();
    }
  });
});
