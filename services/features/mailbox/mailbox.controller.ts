import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { notFound } from '../../platform/errors.js';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { type Page, pageQuery } from '../../platform/http/page.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { CallerService } from '../auth/sessions/caller.service.js';
import { mailId, mailSchema, type MailSummary, mailSummarySchema, type MailView } from './mailbox.schema.js';
import { MailboxService } from './mailbox.service.js';

/** Dev Mode's mailbox for the operator. Returns 404 for others and outside Dev Mode. */
@Controller('dev/mails')
export class MailboxController {
  constructor(
    private readonly mailbox: MailboxService,
    private readonly caller: CallerService,
  ) {}

  @Get()
  @ReplyList(mailSummarySchema)
  list(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Query({ schema: pageQuery }) query: z.infer<typeof pageQuery>,
  ): Promise<Page<MailSummary>> {
    this.assertOpenTo(actor, request);
    return this.mailbox.list(query);
  }

  @Get(':id')
  @Reply(mailSchema)
  get(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Param('id', { schema: mailId }) id: string,
  ): Promise<MailView> {
    this.assertOpenTo(actor, request);
    return this.mailbox.get(id);
  }

  private assertOpenTo({ isOperator }: Actor, request: Request): void {
    if (!isOperator || !this.caller.isDevelopment(request)) throw notFound('Path');
  }
}
