import type { AssignmentSuggestion } from '../../api';

export interface Reason {
  sign: '+' | '−';
  text: string;
}

const SIGNED = /^\s*([+\-−–])\s*(.*)$/u;

/** The lines of reasoning with their sign; a line that carries none speaks for the suggestion. */
export function reasonsOf({ reasoning }: Pick<AssignmentSuggestion, 'reasoning'>): Reason[] {
  return reasoning.map((line) => {
    const [, sign, text] = SIGNED.exec(line) ?? [null, '+', line];
    return { sign: sign === '+' ? '+' : '−', text: text ?? line };
  });
}
