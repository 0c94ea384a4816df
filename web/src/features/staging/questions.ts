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

type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The index of the answer for Shift and a digit, 'undo' for Shift and Z, and null for other keys. */
export function answerOfKey({ code, key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): number | 'undo' | null {
  if (!shiftKey || ctrlKey || metaKey || altKey) return null;
  if (key.toLowerCase() === 'z') return 'undo';
  // by place, because Shift and a digit write other signs on most keyboards
  const digit = /^Digit([1-6])$/.exec(code)?.[1];
  return digit ? Number(digit) - 1 : null;
}
