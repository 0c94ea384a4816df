import { useWindowEvent } from '@mantine/hooks';
import { isGoing } from '../../lib/navigation/go-keys';
import { isInDialog, isTyping } from '../../lib/navigation/typing';
import { type Command, commandOf } from './keys';

/** Space activates these elements. */
const PRESSED_BY_SPACE = /^(BUTTON|A|SUMMARY)$/;

/**
 * Handles player shortcuts before global ones, unless the person is typing, a dialog is open or the focused element
 * uses the key.
 */
export function usePlayerKeys(onCommand: (command: Command) => void): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || isTyping(event) || isGoing(event)) return;
      if (target.getAttribute('role') === 'slider' || target.getAttribute('role') === 'radio') return;
      if (event.key === ' ' && PRESSED_BY_SPACE.test(target.tagName)) return;
      if (isInDialog()) return;
      const command = commandOf(event);
      if (!command || (event.repeat && command.kind !== 'seek')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onCommand(command);
    },
    { capture: true },
  );
}
