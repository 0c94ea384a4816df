import { expect, it } from '@jest/globals';
import type { ProjectStep } from '../../api';
import { turnsOf, wordsOf } from './next-step';

const step = (more: Partial<ProjectStep>): ProjectStep => ({
  projectId: 'p',
  title: 'Song',
  step: 'done',
  count: 0,
  amountCents: null,
  currency: null,
  at: null,
  overdue: false,
  ...more,
});

it('lists overdue payments first, and leaves out what waits for the engineer', () => {
  const steps = [
    step({ step: 'hear', count: 6 }),
    step({ step: 'wait_for_masters' }),
    step({ step: 'read_quote', at: '2026-12-02T00:00:00.000Z', title: 'Later' }),
    step({ step: 'read_quote', at: '2026-12-01T00:00:00.000Z', title: 'Earlier' }),
    step({ step: 'pay', overdue: true }),
  ];
  expect(turnsOf(steps).map((each) => [each.step, each.title])).toEqual([
    ['pay', 'Song'],
    ['read_quote', 'Earlier'],
    ['read_quote', 'Later'],
    ['hear', 'Song'],
  ]);
});

it('says what to do in one sentence with one button', () => {
  expect(wordsOf(step({ step: 'hear', count: 6 }), true)).toEqual({
    sentence: '6 new masters to hear',
    action: { label: 'Listen', to: '/app/projects/p?tab=files' },
  });
  const invoice = step({ step: 'pay', amountCents: 9999, currency: 'USD', at: '2026-12-01', overdue: true });
  expect(wordsOf(invoice, false)).toEqual({
    sentence: 'Invoice of $99.99, due Dec 1, 2026: overdue',
    action: { label: 'How to pay', to: '/app/payment/p' },
  });
  expect(wordsOf(step({ step: 'wait_for_masters', count: 8 }), true)).toEqual({
    sentence: 'Your engineer is working on 8 more tracks',
    action: null,
  });
});
