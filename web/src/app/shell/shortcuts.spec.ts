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

describe('the keys of the application', () => {
  it('open the palette with Ctrl or Command and K', () => {
    expect(isPaletteKey(press('k', { ctrlKey: true }))).toBe(true);
    expect(isPaletteKey(press('K', { metaKey: true }))).toBe(true);
    expect(isPaletteKey(press('k'))).toBe(false);
  });

  it('search, and create', () => {
    expect(shortcutOf(press('/'), false)).toEqual({ kind: 'search' });
    expect(shortcutOf(press('C'), false)).toEqual({ kind: 'create' });
  });

  it('lead to a section after G, where a letter means the place', () => {
    expect(shortcutOf(press('c'), true)).toEqual({ kind: 'go', to: '/app/clients' });
    expect(shortcutOf(press('p'), true)).toEqual({ kind: 'go', to: '/app/projects' });
    expect(shortcutOf(press('x'), true)).toBeNull();
    expect(shortcutOf(press('p'), false)).toBeNull();
  });

  it.each(sections)('lead to $label by the letter that the palette shows', ({ to, label }) => {
    expect(shortcutOf(press(label.charAt(0)), true)).toEqual({ kind: 'go', to });
  });

  it('leave the browser its own', () => {
    expect(shortcutOf(press('c', { ctrlKey: true }), false)).toBeNull();
  });
});
