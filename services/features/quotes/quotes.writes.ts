import type { Tx } from '../../platform/database/tx.js';
import { Quote } from './quote.entity.js';

type NewQuote = Pick<Quote, 'projectId' | 'version' | 'amountCents' | 'currency' | 'notes' | 'expiresAt' | 'createdBy'>;

export const addQuote = (tx: Tx, quote: NewQuote & Partial<Quote>): Promise<Quote> =>
  tx.manager.save(tx.manager.create(Quote, quote));
