import { z } from 'zod';
import { currencies, quoteStatuses } from '../../platform/domain-words.js';
import { id, paragraph, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';
import { amountField, MAX_CENTS, toCents } from '../../platform/money.js';
import { MAX_LINES, orderLineSchema } from '../orders/order-line.schema.js';
import { sumOf } from '../orders/order-lines.lib.js';

export const quoteSchema = z
  .object({
    id,
    projectId: id,
    /** From 1 in each project. */
    version: z.number().int(),
    status: z.enum(quoteStatuses),
    isCurrent: z.boolean(),
    /** Major units. */
    amount: z.number(),
    amountCents: z.number().int(),
    currency: z.enum(currencies),
    /** Empty for a bare sum. */
    lines: z.array(orderLineSchema),
    notes: z.string(),
    expiresAt: time,
    createdAt: time,
    isRevision: z.boolean(),
    /** The quote that this one revises. */
    parentQuoteId: id.nullable(),
    rejectReason: z.string().nullable(),
    /** `ask`: ask a question about it, or for another one. */
    can: z.object({ answer: z.boolean(), ask: z.boolean(), revise: z.boolean(), follow: z.boolean() }),
  })
  .meta({ id: 'Quote' });
export type QuoteView = z.infer<typeof quoteSchema>;

export const createQuoteSchema = z
  .object({
    projectId: id,
    /** May be left out when there are lines; otherwise it equals their sum. */
    amount: amountField.optional(),
    lines: z.array(orderLineSchema).max(MAX_LINES, 'A quote has at most 100 lines').default([]),
    notes: paragraph(10_000).default(''),
    /** A revision replaces the project's current quote. */
    isRevision: z.boolean().default(false),
    /** The quote to revise. Giving its id also makes this a revision. */
    parentQuoteId: id.nullable().optional(),
    /** 30 days from now unless set. */
    expiresAt: time.optional(),
  })
  .superRefine(({ amount, lines }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const cents = sumOf(lines);
    if (lines.length === 0) {
      if (amount === undefined) say('amount', 'Give an amount or lines');
    } else if (cents === 0) say('lines', 'The sum must be more than 0');
    else if (cents > MAX_CENTS) say('lines', 'The sum is too large');
    else if (amount !== undefined && toCents(amount) !== cents) say('amount', 'The amount is not the sum of the lines');
  })
  .meta({ id: 'CreateQuote' });
export type CreateQuote = z.infer<typeof createQuoteSchema>;

export const rejectQuoteSchema = z.object({ reason: paragraph(1_000).optional() }).meta({ id: 'RejectQuote' });
export type RejectQuote = z.infer<typeof rejectQuoteSchema>;

export const askQuoteSchema = z
  .object({ question: paragraph(2_000).min(1, 'Write your question first') })
  .meta({ id: 'AskAboutQuote' });
export type AskQuote = z.infer<typeof askQuoteSchema>;

export const quoteHistoryQuery = pageQuery;
export type QuoteHistoryQuery = z.infer<typeof quoteHistoryQuery>;
