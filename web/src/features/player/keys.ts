/** Player command of a key on a track page. */
export type Command =
  | { kind: 'toggle' | 'comment' | 'help' | 'match' | 'blind' | 'quality' | 'repeat' | 'mute' }
  | { kind: 'volume'; by: number }
  | { kind: 'seek'; by: number }
  | { kind: 'version'; number: number };

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const STEP_S = 5;
const LONG_STEP_S = 15;
const VOLUME_STEP = 0.1;
const LETTERS: Record<string, Command> = {
  ' ': { kind: 'toggle' },
  c: { kind: 'comment' },
  l: { kind: 'match' },
  b: { kind: 'blind' },
  o: { kind: 'quality' },
  r: { kind: 'repeat' },
  m: { kind: 'mute' },
  '+': { kind: 'volume', by: VOLUME_STEP },
  '=': { kind: 'volume', by: VOLUME_STEP },
  '-': { kind: 'volume', by: -VOLUME_STEP },
  '?': { kind: 'help' },
};

/** Command of a key on any page, for what the player has loaded. */
export type BarCommand = { kind: 'toggle' | 'match' } | { kind: 'switch'; by: 1 | -1 };

const BAR: Record<string, BarCommand> = {
  p: { kind: 'toggle' },
  l: { kind: 'match' },
  ',': { kind: 'switch', by: -1 },
  '.': { kind: 'switch', by: 1 },
};

/** Null for other keys. */
export const barCommandOf = ({ key, ctrlKey, metaKey, altKey }: KeyPress): BarCommand | null =>
  ctrlKey || metaKey || altKey ? null : (BAR[key.toLowerCase()] ?? null);

/** Null for other keys. */
export function commandOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const step = shiftKey ? LONG_STEP_S : STEP_S;
  if (key === 'ArrowLeft') return { kind: 'seek', by: -step };
  if (key === 'ArrowRight') return { kind: 'seek', by: step };
  // The place of the key: on French keyboards digits need Shift.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (digit) return { kind: 'version', number: Number(digit) };
  return LETTERS[key.toLowerCase()] ?? null;
}

/** Shortcuts in the help that '?' opens. */
export const KEYS: [keys: string[], meaning: string][] = [
  [['Space'], 'Play or pause'],
  [['←', '→'], 'Back or forward 5 seconds'],
  [['Shift', '←', '→'], 'Back or forward 15 seconds'],
  [['1', '–', '9'], 'Hear this version at the same place'],
  [['R'], 'Repeat a passage: start, end, and off again; or drag in the waveform'],
  [['−', '+'], 'Quieter or louder'],
  [['M'], 'Mute'],
  [['L'], 'Play all versions equally loud, or as they are'],
  [['O'], 'Hear the original or the lossless version, or the preview again'],
  [['B'], 'Compare two versions blindly'],
  [['C'], 'Comment at the current time'],
  [['Shift', 'Click'], 'Comment at that place in the waveform'],
  [['?'], 'Show these keys'],
];
