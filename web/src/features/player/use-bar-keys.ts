import { useWindowEvent } from '@mantine/hooks';
import { isGoing } from '../../lib/navigation/go-keys';
import { isInDialog, isTyping } from '../../lib/navigation/typing';
import { barCommandOf } from './keys';
import { player } from './player';

/** Handles the keys of the player bar on every page, unless the focused element or the page uses them. */
export function useBarKeys(): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || isGoing(event) || isTyping(event) || isInDialog()) return;
    const command = barCommandOf(event);
    if (!command || (player.getState().blind && command.kind !== 'toggle')) return;
    event.preventDefault();
    if (command.kind === 'switch') player.switch(command.by);
    else if (command.kind === 'match') player.toggleMatched();
    else player.toggle();
  });
}
