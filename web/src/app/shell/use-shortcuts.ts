import { useWindowEvent } from '@mantine/hooks';
import { beginGoing, endGoing, isGoing } from '../../lib/navigation/go-keys';
import { isInDialog, isTyping } from '../../lib/navigation/typing';
import { isPaletteKey, type Shortcut, shortcutOf } from './shortcuts';

/**
 * Handles the global shortcuts. A page marks the targets of `/` and `C` with `data-shortcut`. Without `letters`, only the
 * palette has its keys.
 */
export function useShortcuts(onShortcut: (shortcut: Shortcut) => void, letters: boolean): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.repeat) return;
    if (isPaletteKey(event)) {
      event.preventDefault();
      onShortcut({ kind: 'palette' });
      return;
    }
    if (!letters || isTyping(event) || isInDialog()) return;
    const shortcut = shortcutOf(event, isGoing(event));
    if (event.key.toLowerCase() === 'g') beginGoing(event);
    else endGoing();
    if (!shortcut) return;
    event.preventDefault();
    onShortcut(shortcut);
  });
}
