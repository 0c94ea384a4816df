import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentOperator } from '../../platform/http/actor.js';
import { ReplyBytes, ReplyList } from '../../platform/http/reply.js';
import {
  auditEntrySchema,
  type AuditFilter,
  auditFilter,
  type AuditListQuery,
  auditListQuery,
} from './audit.schema.js';
import { AuditService } from './audit.service.js';

@ApiTags('Audit')
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ReplyList(auditEntrySchema)
  list(@CurrentOperator() _operator: Actor, @Query({ schema: auditListQuery }) query: AuditListQuery) {
    return this.audit.list(query);
  }

  @Get('export')
  @ReplyBytes('text/csv')
  async export(
    @CurrentOperator() _operator: Actor,
    @Res() response: Response,
    @Query({ schema: auditFilter }) filter: AuditFilter,
  ): Promise<void> {
    const lines = await this.audit.export(filter);
    response.attachment('audit-trail.csv').type('text/csv; charset=utf-8').setHeader('Cache-Control', 'no-store');
    await pipeline(Readable.from(lines), response);
  }
}
