import { Body, Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentOperator, Public } from '../../platform/http/actor.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { IdParam } from '../../platform/http/params.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply, ReplyBytes, ReplyList } from '../../platform/http/reply.js';
import {
  type CreateSignup,
  createSignupSchema,
  mailingListStatsSchema,
  type SignupListQuery,
  signupListQuery,
  signupSchema,
} from './mailing-list.schema.js';
import { MailingListService } from './mailing-list.service.js';

/** Limit of sign-ups per IP address. */
const RULE = { window: 3_600, max: 10 };

@Controller('mailing-list')
export class MailingListController {
  constructor(
    private readonly mailingList: MailingListService,
    private readonly limiter: RateLimiter,
  ) {}

  /** The response is the same whether or not the address had signed up. */
  @Public()
  @Post()
  @Reply(signupSchema, 201)
  async signUp(@Req() request: Request, @Body({ schema: createSignupSchema }) body: CreateSignup) {
    await this.limiter.enforce(`mailing-list:${callerAddress(request)}`, RULE);
    return this.mailingList.signUp(body);
  }

  @Get()
  @ReplyList(signupSchema)
  list(@CurrentOperator() _operator: Actor, @Query({ schema: signupListQuery }) query: SignupListQuery) {
    return this.mailingList.list(query);
  }

  @Get('stats')
  @Reply(mailingListStatsSchema)
  stats(@CurrentOperator() _operator: Actor) {
    return this.mailingList.stats();
  }

  @Get('export')
  @ReplyBytes('text/csv')
  async export(@CurrentOperator() _operator: Actor, @Res() response: Response): Promise<void> {
    response.attachment('mailing-list.csv').type('text/csv; charset=utf-8').setHeader('Cache-Control', 'no-store');
    response.send(await this.mailingList.export());
  }

  @Delete(':id')
  @Reply(z.null())
  async delete(@CurrentOperator() _operator: Actor, @IdParam() id: string) {
    await this.mailingList.delete(id);
    return null;
  }
}
