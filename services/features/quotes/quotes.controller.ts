import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { commentSchema, type CommentView } from '../comments/comments.schema.js';
import {
  type AskQuote,
  askQuoteSchema,
  type CreateQuote,
  createQuoteSchema,
  type QuoteHistoryQuery,
  quoteHistoryQuery,
  quoteSchema,
  type QuoteView,
  type RejectQuote,
  rejectQuoteSchema,
} from './quotes.schema.js';
import { QuotesService } from './quotes.service.js';

@Controller('quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  @Post()
  @Reply(quoteSchema, 201)
  create(@CurrentActor() actor: Actor, @Body({ schema: createQuoteSchema }) body: CreateQuote): Promise<QuoteView> {
    return this.quotes.send(actor, body);
  }

  @Get('current/:projectId')
  @Reply(quoteSchema.nullable())
  current(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<QuoteView | null> {
    return this.quotes.current(actor, projectId);
  }

  @Get('history/:projectId')
  @ReplyList(quoteSchema)
  history(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Query({ schema: quoteHistoryQuery }) query: QuoteHistoryQuery,
  ): Promise<Page<QuoteView>> {
    return this.quotes.history(actor, projectId, query);
  }

  @Get(':id')
  @Reply(quoteSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<QuoteView> {
    return this.quotes.get(actor, id);
  }

  @Put(':id/accept')
  @Reply(quoteSchema)
  accept(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<QuoteView> {
    return this.quotes.answer(actor, id, { accepted: true });
  }

  /** Asks a question, which begins a thread of the project's conversation. */
  @Post(':id/questions')
  @Reply(commentSchema, 201)
  ask(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: askQuoteSchema }) { question }: AskQuote,
  ): Promise<CommentView> {
    return this.quotes.ask(actor, id, question);
  }

  @Put(':id/reject')
  @Reply(quoteSchema)
  reject(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: rejectQuoteSchema.optional() }) body: RejectQuote | undefined,
  ): Promise<QuoteView> {
    return this.quotes.answer(actor, id, { accepted: false, reason: body?.reason });
  }
}
