import type { StagingQuestion } from '../../api';
import { slotKinds } from '../../lib/slots';

const lower = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

/** 'These 12 files are 16-bit / 44.1 kHz. Are they streaming or CD masters?' or 'What does “PM” mean here?' */
export function questionText({ kind, text, choices, fileIds }: StagingQuestion): string {
  const count = fileIds.length;
  if (kind === 'house-word') return `What does “${text}” mean here (${count === 1 ? '1 file' : `${count} files`})?`;
  const slots = choices.map((slot) => lower(slotKinds[slot].label.replace(/ Master$/, '')));
  const either = slots.length > 1 ? `${slots.slice(0, -1).join(', ')} or ${slots.at(-1)}` : (slots[0] ?? '');
  return count === 1
    ? `This file is ${text}. Is it a ${either} master?`
    : `These ${count} files are ${text}. Are they ${either} masters?`;
}

type Pressed = Pick<KeyboardEvent, 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Shift and a digit choose an answer, counted from 0; Shift and Z takes it back. Nothing while somebody types. */
export function answerOfKey({ code, shiftKey, ctrlKey, metaKey, altKey, target }: Pressed): number | 'undo' | null {
  if (!shiftKey || ctrlKey || metaKey || altKey) return null;
  const writes =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])'));
  if (writes) return null;
  if (code === 'KeyZ') return 'undo';
  const digit = /^Digit([1-6])$/.exec(code)?.[1];
  return digit ? Number(digit) - 1 : null;
}
