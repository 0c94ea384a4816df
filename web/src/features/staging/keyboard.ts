import { keysOf, type SlotType, slotTypes as slots } from '../../lib/words';

/** Command of a key on the rows. */
export type Command =
  | { kind: 'move'; by: number; extend: boolean }
  | { kind: 'select' | 'select_all' | 'clear' | 'accept' | 'runner_up' | 'delete' }
  | { kind: 'play' | 'match' }
  | { kind: 'switch'; by: 1 | -1 }
  | { kind: 'slot'; slotType: SlotType };

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PAGE = 10;
const MOVES: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -PAGE,
  PageDown: PAGE,
  Home: -Infinity,
  End: Infinity,
};
const COMMANDS: Record<string, Command> = {
  ' ': { kind: 'select' },
  Enter: { kind: 'accept' },
  Escape: { kind: 'clear' },
  Delete: { kind: 'delete' },
  Backspace: { kind: 'delete' },
  r: { kind: 'runner_up' },
  p: { kind: 'play' },
  l: { kind: 'match' },
  ',': { kind: 'switch', by: -1 },
  '.': { kind: 'switch', by: 1 },
};

/** In the order of the keys 1 to 6. */
export const slotTypes = keysOf(slots);

/** Command of a key pressed on a row; null for other keys. `by` may be infinite (Home, End). */
export function commandOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Command | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { kind: 'select_all' } : null;
  const by = MOVES[key];
  if (by !== undefined) return { kind: 'move', by, extend: shiftKey };
  // The place of the key: on French keyboards digits need Shift, which answers the question instead.
  const digit = shiftKey ? undefined : /^(?:Digit|Numpad)([1-6])$/.exec(code)?.[1];
  const slotType = digit && slotTypes[Number(digit) - 1];
  if (slotType) return { kind: 'slot', slotType };
  return COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Shortcuts in the help that '?' opens. */
export const KEYS: [keys: string[], meaning: string][] = [
  [['↑', '↓'], 'Go to the row above or below'],
  [['Page Up', 'Page Down', 'Home', 'End'], 'Go ten rows, or to the first or last'],
  [['Enter'], 'Accept the suggestion, or those of the selected files'],
  [['R'], 'Take the runner-up, or those of the selected files'],
  [['1', '–', '6'], 'Put the file, or the selected ones, into this slot of the suggested track'],
  [['P'], 'Play or pause the file'],
  [[',', '.'], 'Hear what it is compared with: the previous version, the mix or other formats'],
  [['L'], 'Play them equally loud, or as they are'],
  [['Space'], 'Select the row'],
  [['Shift', '↑', '↓'], 'Select several rows'],
  [['Ctrl', 'A'], 'Select all rows shown'],
  [['Esc'], 'Clear the selection'],
  [['Delete'], 'Delete the row, or the selected ones'],
  [['Ctrl', 'Z'], 'Undo, up to fifty steps'],
  [['Ctrl', 'Shift', 'Z'], 'Redo'],
  [['Shift', '1', '–', '6'], 'Answer the question above the table'],
  [['Shift', 'Z'], 'Undo the answer'],
  [['Tab'], 'Go to the buttons of the row'],
  [['?'], 'Show these keys'],
];
