import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { formatMoney } from '../../platform/money.js';
import { excerpt } from '../../platform/text.js';
import { Quote } from '../quotes/quote.entity.js';
import { quoteAnswered, quoteSent } from '../quotes/quotes.events.js';
import { Notifier } from './notifier.service.js';

/** Maximum length of a reason's excerpt in a message, which may be shown in one line. */
const MAX_REASON = 200;

type QuoteAnswer = z.output<typeof quoteAnswered.schema>;

/** Notifies people who decide of quotes, and the engineer and the others who decide of the answers. */
@Injectable()
export class QuoteNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
  ) {}

  /** Skips a quote that was replaced, answered or expired in the meantime. */
  @On(quoteSent, { queue: 'news' })
  async sent(
    { quoteId, projectId, actorId, revised }: z.output<typeof quoteSent.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const quote = await this.database.manager.findOneBy(Quote, { id: quoteId, status: 'pending' });
    if (!quote) return;
    await this.news.tell(context, {
      projectId,
      actorId,
      to: 'deciders',
      about: { quoteId },
      type: 'new_quote',
      message: ({ title }) => `${revised ? 'Revised' : 'New'} quote for “${title}”: ${priceOf(quote)}`,
    });
  }

  @On(quoteAnswered, { queue: 'news' })
  answered(answer: QuoteAnswer, context: HandlerContext): Promise<void> {
    return this.tellAnswer(answer, 'engineer', context);
  }

  /** Notifies the other people who decide, because they can no longer answer. */
  @On(quoteAnswered, { queue: 'news' })
  decided(answer: QuoteAnswer, context: HandlerContext): Promise<void> {
    return this.tellAnswer(answer, 'deciders', context);
  }

  private async tellAnswer(
    { quoteId, projectId, actorId, accepted }: QuoteAnswer,
    to: 'engineer' | 'deciders',
    context: HandlerContext,
  ): Promise<void> {
    const quote = await this.database.manager.findOneBy(Quote, { id: quoteId });
    if (!quote) return;
    const reason = quote.rejectReason ? `: ${excerpt(quote.rejectReason, MAX_REASON)}` : '';
    await this.news.tell(context, {
      projectId,
      actorId,
      to,
      about: { quoteId },
      type: accepted ? 'quote_accepted' : 'quote_rejected',
      message: ({ title }, name) =>
        `${name} ${accepted ? 'accepted' : 'rejected'} the quote of ${priceOf(quote)} for “${title}”${reason}`,
    });
  }
}

const priceOf = ({ amountCents, currency }: Quote): string => formatMoney(amountCents, currency);
