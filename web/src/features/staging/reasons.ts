import type { AssignmentSuggestion } from '../../api';

export interface Reason {
  sign: '+' | '−';
  text: string;
}

const SIGNED = /^\s*([+\-−–])\s*(.*)$/u;

/** Lines of reasoning with their sign; a line without a sign counts as support. */
export function reasonsOf({ reasoning }: Pick<AssignmentSuggestion, 'reasoning'>): Reason[] {
  return reasoning.map((line) => {
    const [, sign, text] = SIGNED.exec(line) ?? [null, '+', line];
    return { sign: sign === '+' ? '+' : '−', text: text ?? line };
  });
}
