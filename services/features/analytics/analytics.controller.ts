import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { type Actor, CurrentOperator, Public } from '../../platform/http/actor.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply } from '../../platform/http/reply.js';
import { analyticsQuery, analyticsSchema, type CountEvent, countEventSchema } from './analytics.schema.js';
import { AnalyticsService } from './analytics.service.js';

/** Limit per IP address. */
const RULE = { window: 60, max: 60 };

@Controller('analytics')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly limiter: RateLimiter,
  ) {}

  @Public()
  @Post('events')
  @Reply(z.null())
  async count(@Req() request: Request, @Body({ schema: countEventSchema }) body: CountEvent) {
    await this.limiter.enforce(`analytics:${callerAddress(request)}`, RULE);
    await this.analytics.count(body);
    return null;
  }

  @Get()
  @Reply(analyticsSchema)
  read(
    @CurrentOperator() _operator: Actor,
    @Query({ schema: analyticsQuery }) { days }: z.infer<typeof analyticsQuery>,
  ) {
    return this.analytics.read(days);
  }
}
