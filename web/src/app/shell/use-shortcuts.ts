import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { isPaletteKey, type Shortcut, shortcutOf } from './shortcuts';

/** How long after G a letter still counts. */
const TOGETHER_MS = 1_000;

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Handles the global shortcuts. A page marks the targets of `/` and `C` with `data-shortcut`. */
export function useShortcuts(onShortcut: (shortcut: Shortcut) => void): void {
  const pressedG = useRef(-TOGETHER_MS);
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.repeat) return;
    if (isPaletteKey(event)) {
      event.preventDefault();
      onShortcut({ kind: 'palette' });
      return;
    }
    if (isTyping(event) || document.querySelector('[role="dialog"], [role="menu"]')) return;
    const shortcut = shortcutOf(event, event.timeStamp - pressedG.current < TOGETHER_MS);
    pressedG.current = event.key.toLowerCase() === 'g' ? event.timeStamp : -TOGETHER_MS;
    if (!shortcut) return;
    event.preventDefault();
    onShortcut(shortcut);
  });
}
