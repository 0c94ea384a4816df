import type { Rule } from 'eslint';

export const ownTables: Rule.RuleModule;
