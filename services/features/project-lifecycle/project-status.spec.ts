import { describe, expect, it } from '@jest/globals';
import { manualStatuses, projectStatuses } from '../../platform/domain-words.js';
import { type ProjectOccurrence, statusAfter } from './project-status.js';

/** The rows of the rule 'Project status'; what is not listed stays. */
const rules: [
  ProjectOccurrence,
  Partial<Record<(typeof projectStatuses)[number], (typeof projectStatuses)[number]>>,
][] = [
  ['quote_sent', { created: 'quoted' }],
  ['quote_declined', { quoted: 'created' }],
  ['quote_accepted', { created: 'quote_accepted', quoted: 'quote_accepted' }],
  ['masters_staged', { created: 'in_progress', quoted: 'in_progress', quote_accepted: 'in_progress' }],
  [
    'masters_published',
    {
      created: 'preview_ready',
      quoted: 'preview_ready',
      quote_accepted: 'preview_ready',
      in_progress: 'preview_ready',
      awaiting_revision: 'preview_ready',
    },
  ],
  ['invoice_cancelled', { awaiting_payment: 'preview_ready' }],
  ['payment_reverted', { paid: 'awaiting_payment' }],
  ['finals_fetched', { paid: 'delivered' }],
];

describe('statusAfter', () => {
  it.each(rules)('after %s only changes the statuses of its rule', (occurrence, moves) => {
    for (const status of projectStatuses) {
      expect([status, statusAfter(status, occurrence)]).toEqual([status, moves[status] ?? status]);
    }
  });

  it('sets a paid project to paid when masters are published', () => {
    expect(statusAfter('awaiting_revision', 'masters_published', 'paid')).toBe('paid');
    expect(statusAfter('delivered', 'masters_published', 'paid')).toBe('delivered');
  });

  it('returns to awaiting payment when masters are published under an open invoice, but never withdraws a delivery', () => {
    for (const status of projectStatuses) {
      const after = status === 'delivered' ? 'delivered' : 'awaiting_payment';
      expect([status, statusAfter(status, 'masters_published', 'open')]).toEqual([status, after]);
    }
  });

  it('never sets a delivered or approved project back to awaiting payment', () => {
    for (const status of ['delivered', 'approved'] as const) {
      expect(statusAfter(status, 'invoice_created')).toBe(status);
      expect(statusAfter(status, 'invoice_paid')).toBe(status);
    }
    expect(statusAfter('preview_ready', 'invoice_created')).toBe('awaiting_payment');
    expect(statusAfter('awaiting_payment', 'invoice_paid')).toBe('paid');
  });
});

describe('statuses', () => {
  it('include five that only the engineer sets', () => {
    expect([...manualStatuses].sort()).toEqual([
      'approved',
      'awaiting_revision',
      'created',
      'delivered',
      'in_progress',
    ]);
  });
});
