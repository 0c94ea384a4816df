import { useWindowEvent } from '@mantine/hooks';
import { isInDialog } from '../../lib/navigation/typing';
import { commandOf } from './keyboard';

/** Controls that are pressed and have no use for arrows. */
const PRESSED =
  'main, section, a:not([role]), button:not([role]):not([aria-haspopup="listbox"]), input[type="checkbox"]';

/** While nothing that uses arrows has the focus, they go to the rows instead of scrolling the page. */
export function useArrowsToRows(goToRows: () => void): void {
  useWindowEvent('keydown', (event) => {
    const { activeElement } = document;
    if (event.defaultPrevented || isInDialog() || activeElement?.closest('tr[data-row]')) return;
    if (activeElement !== document.body && !activeElement?.matches(PRESSED)) return;
    if (commandOf(event)?.kind !== 'move') return;
    event.preventDefault();
    goToRows();
  });
}
