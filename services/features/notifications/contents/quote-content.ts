import type { EntityManager } from 'typeorm';
import { deadline } from '../../../platform/dates.js';
import { formatMoney } from '../../../platform/money.js';
import { Quote } from '../../quotes/quote.entity.js';
import { type Content, type MailedNotification, sentence } from './content.js';
import { lineRows } from './line-rows.js';

/** The quote with its text, price and end. */
export async function quoteContent(manager: EntityManager, mailed: MailedNotification): Promise<Content | null> {
  const { notification, project, studio } = mailed;
  const { quoteId } = notification.metadata;
  const quote = quoteId ? await manager.findOneBy(Quote, { id: quoteId }) : null;
  if (!quote) return null;
  return {
    body: [
      sentence(notification.message),
      ...(quote.notes ? [quote.notes] : []),
      {
        rows: [
          ['Project', project.title],
          ...lineRows(quote.lines, quote.currency),
          ['Valid until', deadline(quote.expiresAt, studio.timeZone)],
        ],
        total: ['Sum', formatMoney(quote.amountCents, quote.currency)],
      },
      'You can accept it, reject it, or ask about it first. Nothing is charged when you accept.',
    ],
    button: { label: 'Open quote', path: `/app/projects/${project.id}?tab=quote` },
  };
}
