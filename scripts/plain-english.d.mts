import type { Rule } from 'eslint';

export const plainEnglish: Rule.RuleModule;
export function faultsOf(comment: string): string[];
