/** Player command of a key on a track page. */
export type Command =
  | { kind: 'toggle' | 'comment' | 'help' | 'match' | 'blind' | 'quality' }
  | { kind: 'seek'; by: number }
  | { kind: 'version'; number: number };

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const STEP_S = 5;
const LONG_STEP_S = 15;
const LETTERS: Record<string, Command> = {
  ' ': { kind: 'toggle' },
  c: { kind: 'comment' },
  l: { kind: 'match' },
  b: { kind: 'blind' },
  o: { kind: 'quality' },
  '?': { kind: 'help' },
};

/** Null for other keys. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const step = shiftKey ? LONG_STEP_S : STEP_S;
  if (key === 'ArrowLeft') return { kind: 'seek', by: -step };
  if (key === 'ArrowRight') return { kind: 'seek', by: step };
  if (/^[1-9]$/.test(key)) return { kind: 'version', number: Number(key) };
  return LETTERS[key.toLowerCase()] ?? null;
}

/** Shortcuts in the help that '?' opens. */
export const KEYS: [keys: string[], meaning: string][] = [
  [['Space'], 'Play or pause'],
  [['←', '→'], 'Back or forward 5 seconds'],
  [['Shift', '←', '→'], 'Back or forward 15 seconds'],
  [['1', '–', '9'], 'Hear this version at the same place'],
  [['L'], 'Play all versions equally loud, or as they are'],
  [['O'], 'Hear the original or the lossless sound, or the preview again'],
  [['B'], 'Compare two versions blindly'],
  [['C'], 'Comment at the current time'],
  [['Shift', 'Click'], 'Comment at that place in the waveform'],
  [['?'], 'Show these keys'],
];
