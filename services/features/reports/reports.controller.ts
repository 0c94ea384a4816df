import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ReplyPdf, sendPdf } from '../../platform/documents/reply-pdf.js';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { ReportsService } from './reports.service.js';

@Controller('projects/:id/report')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  /** The report on a project's releases, as a PDF that the engineer can pass on. */
  @Get()
  @ReplyPdf()
  async pdf(@CurrentActor() actor: Actor, @IdParam() projectId: string, @Res() response: Response): Promise<void> {
    sendPdf(response, await this.reports.pdf(actor, projectId));
  }
}
