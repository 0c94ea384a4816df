import { describe, expect, it } from '@jest/globals';
import { sections } from './navigation';
import { isPaletteKey, shortcutOf } from './shortcuts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keyboard shortcuts', () => {
  it('open the palette with Ctrl+K or Command+K', () => {
    expect(isPaletteKey(press('k', { ctrlKey: true }))).toBe(true);
    expect(isPaletteKey(press('K', { metaKey: true }))).toBe(true);
    expect(isPaletteKey(press('k'))).toBe(false);
  });

  it('search and create', () => {
    expect(shortcutOf(press('/'), false)).toEqual({ kind: 'search' });
    expect(shortcutOf(press('C'), false)).toEqual({ kind: 'create' });
  });

  it('go to a section with G and the letter of the section', () => {
    expect(shortcutOf(press('c'), true)).toEqual({ kind: 'go', to: '/app/clients' });
    expect(shortcutOf(press('p'), true)).toEqual({ kind: 'go', to: '/app/projects' });
    expect(shortcutOf(press('x'), true)).toBeNull();
    expect(shortcutOf(press('p'), false)).toBeNull();
  });

  it.each(sections)('go to $label with the letter that the palette shows', ({ to, label }) => {
    expect(shortcutOf(press(label.charAt(0)), true)).toEqual({ kind: 'go', to });
  });

  it("do not override the browser's own shortcuts", () => {
    expect(shortcutOf(press('c', { ctrlKey: true }), false)).toBeNull();
  });
});
