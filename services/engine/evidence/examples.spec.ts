import { describe, expect, it } from '@jest/globals';
import { contextOf, itemsOf } from './examples.testing.js';
import type { Item } from './items.js';
import { KINDS, VETOES } from './kinds.js';
import type { Rule, SlotContext } from './rule.js';
import { DOUBT_RULES, SLOT_RULES, TRACK_RULES } from './rules/rules.js';
import { MASTER_VETOES, SLOT_VETOES, TRACK_VETOES } from './vetoes/vetoes.js';

type AnyRule = Rule<string, SlotContext, Item<never>>;

const all = [
  ...TRACK_RULES,
  ...SLOT_RULES,
  ...DOUBT_RULES,
  ...MASTER_VETOES,
  ...TRACK_VETOES,
  ...SLOT_VETOES,
] as unknown as AnyRule[];

describe.each(all.map((rule) => [rule.kinds.join(' '), rule] as const))('the rule of %s', (_, rule) => {
  it.each(rule.examples.map((example) => [JSON.stringify(example), example] as const))('finds in %s', (_, example) => {
    const context = contextOf(example);
    const found = rule.of(context, itemsOf(context, rule));
    expect(found.map(({ kind }) => kind)).toEqual(example.finds);
  });

  it('has an example of each of its kinds, and of no other', () => {
    const found = new Set(rule.examples.flatMap(({ finds }) => finds));
    expect([...found].sort()).toEqual([...new Set(rule.kinds)].sort());
  });
});

it('every kind of evidence is found by a rule, or by the competition of files', () => {
  const found = new Set(all.flatMap(({ kinds }) => kinds));
  const kinds = [...Object.keys(KINDS), ...Object.keys(VETOES)];
  expect(kinds.filter((kind) => !found.has(kind) && !kind.startsWith('competition.'))).toEqual([]);
});
