/** The action of a keyboard shortcut. */
export type Shortcut = { kind: 'palette' | 'search' | 'create' } | { kind: 'go'; to: string };

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Targets after G. */
const PLACES: Record<string, string> = {
  p: '/app/projects',
  o: '/app/projects/overview',
  i: '/app/invoices',
  c: '/app/clients',
  s: '/app/storage',
  t: '/app/settings/theme',
  n: '/app/notifications',
};

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';

/** Single-letter shortcuts, which are off while typing or in a dialog. `afterG`: the previous key was G. */
export function shortcutOf(pressed: KeyPress, afterG: boolean): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey) return null;
  const letter = key.toLowerCase();
  const place = PLACES[letter];
  if (afterG && place) return { kind: 'go', to: place };
  if (letter === '/') return { kind: 'search' };
  return letter === 'c' ? { kind: 'create' } : null;
}
