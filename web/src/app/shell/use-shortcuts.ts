import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { isPaletteKey, type Shortcut, shortcutOf } from './shortcuts';

/** How long a letter after G still belongs to it. */
const TOGETHER_MS = 1_000;

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Hears the keys of the application; a page says by `data-shortcut` which of its parts `/` and `C` mean. */
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
