import type { QuoteStatus } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import { canDecide, isItsEngineer } from '../projects/projects.policy.js';
import type { Quote } from './quote.entity.js';
import type { QuoteView } from './quotes.schema.js';

type Parties = Pick<Project, 'id' | 'studioId' | 'clientId'>;
type QuoteState = Pick<Quote, 'status' | 'isCurrent' | 'expiresAt'>;

/** A pending quote has expired once its time has passed, even before the sweep has marked it. */
export const statusAt = ({ status, expiresAt }: Pick<Quote, 'status' | 'expiresAt'>, now: Date): QuoteStatus =>
  status === 'pending' && expiresAt <= now ? 'expired' : status;

/** Whether a new version may replace the current quote. */
export const isRevisable = (status: QuoteStatus): boolean => status === 'pending' || status === 'rejected';

/** Whether a new quote may follow the current one. After an accepted quote it is for extra work. */
export const isAnswered = (status: QuoteStatus): boolean =>
  status === 'rejected' || status === 'expired' || status === 'accepted';

export const canQuote = isItsEngineer;

export const canAnswer = canDecide;

/** The actor's permissions for a quote, as the API returns them. */
export function quoteCan(actor: Actor, quote: QuoteState, project: Parties, now: Date): QuoteView['can'] {
  const status = statusAt(quote, now);
  const sends = quote.isCurrent && canQuote(actor, project);
  return {
    answer: status === 'pending' && canAnswer(actor, project),
    ask: quote.isCurrent && status !== 'accepted' && canAnswer(actor, project),
    revise: sends && isRevisable(status),
    follow: sends && isAnswered(status),
  };
}
