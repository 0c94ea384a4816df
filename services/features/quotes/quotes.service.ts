import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import type { Tx } from '../../platform/database/tx.js';
import type { QuoteStatus } from '../../platform/domain-words.js';
import { badRequest, conflict, forbidden, notFound, unprocessable } from '../../platform/errors.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import type { Actor } from '../../platform/http/actor.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { formatMoney, toCents } from '../../platform/money.js';
import { recordActivity } from '../activity/activity.writes.js';
import type { CommentView } from '../comments/comments.schema.js';
import { CommentsService } from '../comments/comments.service.js';
import { type OrderLine, sumOf } from '../orders/order-lines.lib.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { lockProject } from '../projects/projects.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';
import { hasLeft } from '../users/users.policy.js';
import { Quote } from './quote.entity.js';
import { quoteView } from './quote.view.js';
import { quoteAnswered, quoteSent } from './quotes.events.js';
import { canAnswer, isAnswered, isRevisable, quoteCan, statusAt } from './quotes.policy.js';
import type { CreateQuote, QuoteHistoryQuery, QuoteView } from './quotes.schema.js';
import { addQuote } from './quotes.writes.js';

const LIFETIME_MS = 30 * 24 * 3600_000;
const SWEEP = 200;

const cursorSchema = z.tuple([z.int32()]);

type Answer = { accepted: true } | { accepted: false; reason?: string | undefined };

/** Reasons why a quote of this status can no longer be answered. */
const ANSWERED_OTHERWISE: Record<Exclude<QuoteStatus, 'pending'>, string> = {
  accepted: 'This quote has already been accepted',
  rejected: 'This quote has already been rejected',
  expired: 'This quote has expired',
  superseded: 'This quote has been replaced by a newer version',
};

/** Each change of a project's quotes locks the project. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly projects: ProjectsService,
    private readonly comments: CommentsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends a quote in the studio's currency, or a revision in the currency of the quote that it revises. A revision
   * replaces the current quote while that is pending or rejected; any other quote follows once the current one is
   * answered or expired. An accepted quote stays agreed, so a quote after it is for extra work.
   * @throws AppError 409 when the current quote has another status, or is not the one that the caller revises.
   */
  async send(
    actor: Actor,
    { projectId, amount, lines, notes, isRevision, parentQuoteId, expiresAt }: CreateQuote,
  ): Promise<QuoteView> {
    const now = clock.now();
    const ends = expiresAt ? new Date(expiresAt) : new Date(now.getTime() + LIFETIME_MS);
    if (ends <= now) throw badRequest('expires_in_the_past', 'The quote must expire in the future');
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      if (hasLeft(project.clientEmail)) throw conflict('client_left', 'The client has deleted their account');
      await assertOwnTracks(tx, projectId, lines);
      const current = await tx.manager.findOneBy(Quote, { projectId, isCurrent: true });
      if (current) await this.expire(tx, project, current, now);
      const revised = isRevision || typeof parentQuoteId === 'string';
      if (revised) assertRevisable(current, parentQuoteId ?? null);
      else assertAnswered(current);
      if (current) await retire(tx, current);
      const studio = await tx.manager.findOneByOrFail(Studio, { id: project.studioId });
      const quote = await addQuote(tx, {
        projectId,
        version: (current?.version ?? 0) + 1,
        amountCents: lines.length > 0 ? sumOf(lines) : toCents(amount!),
        lines,
        currency: revised && current ? current.currency : studio.currency,
        notes,
        expiresAt: ends,
        parentQuoteId: revised ? (current?.id ?? null) : null,
        createdBy: actor.userId,
      });
      await this.changed(tx, project, {
        type: revised ? 'quote_revised' : 'quote_sent',
        actorId: actor.userId,
        message: revised ? `Revised the quote to ${priceOf(quote)}` : `Sent a quote of ${priceOf(quote)}`,
      });
      tx.emit(quoteSent, { quoteId: quote.id, projectId, actorId: actor.userId, revised });
      await this.projects.advance(tx, projectId, 'quote_sent', actor.userId);
      return quoteView(actor, quote, project, now);
    });
  }

  async current(actor: Actor, projectId: string): Promise<QuoteView | null> {
    const project = await this.access.forDeciders(actor, projectId);
    const quote = await this.database.manager.findOneBy(Quote, { projectId, isCurrent: true });
    return quote && quoteView(actor, quote, project, clock.now());
  }

  /** Newest version first. */
  async history(actor: Actor, projectId: string, { limit, cursor }: QuoteHistoryQuery): Promise<Page<QuoteView>> {
    const project = await this.access.forDeciders(actor, projectId);
    const [before] = cursor ? decodeCursor(cursor, cursorSchema) : [undefined];
    const quotes = await this.database.manager.find(Quote, {
      where: { projectId, ...(before !== undefined && { version: LessThan(before) }) },
      order: { version: 'DESC' },
      take: limit + 1,
    });
    const now = clock.now();
    return cutPage(
      quotes,
      limit,
      (quote) => quoteView(actor, quote, project, now),
      ({ version }) => [version],
    );
  }

  async get(actor: Actor, quoteId: string): Promise<QuoteView> {
    const quote = await this.find(this.database.manager, quoteId);
    const project = await this.access.forDeciders(actor, quote.projectId, undefined, 'Quote');
    return quoteView(actor, quote, project, clock.now());
  }

  /**
   * Accepts or rejects a pending quote for the client. Repeating one's own answer changes nothing and is not an error.
   * @throws AppError 403 for the studio, 409 when the quote has expired, was replaced, or was answered differently or by someone else.
   */
  async answer(actor: Actor, quoteId: string, answer: Answer): Promise<QuoteView> {
    const { projectId } = await this.find(this.database.manager, quoteId);
    const now = clock.now();
    const { view, refusal } = await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId, 'Quote');
      if (!canAnswer(actor, project))
        throw forbidden('Only the client, or a person who decides for them, can answer a quote');
      const quote = await this.find(tx.manager, quoteId);
      const refusal = await this.settle(tx, project, quote, actor, answer, now);
      return { view: quoteView(actor, quote, project, now), refusal };
    });
    if (refusal) throw refusal;
    return view;
  }

  /**
   * Adds the client's question about the current quote to the project's conversation, and notifies the studio.
   * @throws AppError 403 for the studio, 409 for a quote that was accepted or replaced.
   */
  async ask(actor: Actor, quoteId: string, question: string): Promise<CommentView> {
    const quote = await this.find(this.database.manager, quoteId);
    const { projectId } = quote;
    const project = await this.access.visible(actor, projectId, undefined, 'Quote');
    if (!canAnswer(actor, project)) throw forbidden('Only the client can ask about a quote');
    if (!quoteCan(actor, quote, project, clock.now()).ask) {
      const status = quote.isCurrent ? 'accepted' : 'superseded';
      throw conflict(`quote_${status}`, ANSWERED_OTHERWISE[status]);
    }
    return this.comments.add(actor, { projectId, comment: question }, quoteId);
  }

  /** Expires quotes that were not answered in time. */
  async expireDue(): Promise<void> {
    const now = clock.now();
    const due = keyset<Quote>((last) =>
      this.database.manager.find(Quote, {
        where: { status: 'pending', expiresAt: LessThanOrEqual(now), ...(last && { id: MoreThan(last.id) }) },
        order: { id: 'ASC' },
        take: SWEEP,
      }),
    );
    await sweepEach(due, this.logger, ({ id, projectId }) =>
      this.database.transaction(async (tx) => {
        const project = await lockProject(tx, projectId);
        const quote = await tx.manager.findOneBy(Quote, { id });
        if (project && quote) await this.expire(tx, project, quote, now);
      }),
    );
  }

  /** Stores the answer. Returns an error to throw after the commit, because the expiry of a quote must be stored. */
  private async settle(tx: Tx, project: Project, quote: Quote, actor: Actor, answer: Answer, now: Date) {
    const { accepted } = answer;
    const wanted = accepted ? 'accepted' : 'rejected';
    await this.expire(tx, project, quote, now);
    const { answeredBy } = quote;
    const another = answeredBy !== null && answeredBy !== actor.userId;
    if (quote.status === wanted && !another) return null;
    if (another && (quote.status === 'accepted' || quote.status === 'rejected')) {
      const { name } = await tx.manager.findOneByOrFail(User, { id: answeredBy });
      return conflict(`quote_${quote.status}`, `${name} has already ${quote.status} this quote`);
    }
    if (quote.status !== 'pending') return conflict(`quote_${quote.status}`, ANSWERED_OTHERWISE[quote.status]);
    quote.status = wanted;
    quote.answeredBy = actor.userId;
    quote.rejectReason = (!accepted && answer.reason) || null;
    await tx.manager.save(quote);
    const { userId: actorId } = actor;
    const reason = quote.rejectReason ? `: ${quote.rejectReason}` : '';
    await this.changed(tx, project, {
      type: `quote_${wanted}`,
      actorId,
      message: `${accepted ? 'Accepted' : 'Rejected'} the quote of ${priceOf(quote)}${reason}`,
    });
    tx.emit(quoteAnswered, { quoteId: quote.id, projectId: project.id, actorId, accepted });
    await this.projects.advance(tx, project.id, accepted ? 'quote_accepted' : 'quote_declined', actorId);
    return null;
  }

  private async expire(tx: Tx, project: Project, quote: Quote, now: Date): Promise<void> {
    if (quote.status !== 'pending' || statusAt(quote, now) !== 'expired') return;
    quote.status = 'expired';
    await tx.manager.save(quote);
    await this.changed(tx, project, {
      type: 'quote_expired',
      actorId: null,
      message: `The quote of ${priceOf(quote)} expired`,
    });
    await this.projects.advance(tx, project.id, 'quote_declined', null);
  }

  private async changed(
    tx: Tx,
    project: Project,
    activity: { type: string; actorId: string | null; message: string },
  ): Promise<void> {
    await recordActivity(tx, { projectId: project.id, ...activity });
    publishProjectChange(tx, project, 'quotes');
  }

  private async find(manager: EntityManager, quoteId: string): Promise<Quote> {
    const quote = await manager.findOneBy(Quote, { id: quoteId });
    if (!quote) throw notFound('Quote');
    return quote;
  }
}

const priceOf = ({ amountCents, currency }: Quote): string => formatMoney(amountCents, currency);

/** Ends the current quote, so that the next version can follow. */
async function retire(tx: Tx, quote: Quote): Promise<void> {
  const status = quote.status === 'pending' ? 'superseded' : quote.status;
  await tx.manager.update(Quote, { id: quote.id }, { isCurrent: false, status });
}

async function assertOwnTracks(tx: Tx, projectId: string, lines: readonly OrderLine[]): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ trackIds }) => trackIds))];
  if (ids.length === 0) return;
  const own = await tx.query('SELECT FROM tracks WHERE project_id = $1 AND id = ANY($2)', [projectId, ids]);
  if (own.length < ids.length)
    throw unprocessable('unknown_track', 'A line names a track that this project does not have');
}

function assertRevisable(current: Quote | null, parentQuoteId: string | null): void {
  if (!current) throw conflict('no_quote', 'There is no quote to revise yet; send the first one');
  if (parentQuoteId && parentQuoteId !== current.id) {
    throw conflict('quote_superseded', 'Someone else has already revised this quote');
  }
  if (isRevisable(current.status)) return;
  if (current.status === 'expired') throw conflict('quote_expired', 'This quote has expired; send a new one instead');
  throw conflict('quote_accepted', 'The client has already accepted this quote');
}

function assertAnswered(current: Quote | null): void {
  if (current && !isAnswered(current.status))
    throw conflict('quote_pending', 'A quote is already waiting for an answer; revise it instead');
}
