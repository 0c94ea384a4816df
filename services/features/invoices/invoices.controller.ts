import { Body, Controller, Get, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ReplyPdf, sendPdf } from '../../platform/documents/reply-pdf.js';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import {
  type CreateInvoice,
  createInvoiceSchema,
  type InvoiceDraft,
  invoiceDraftSchema,
  type InvoiceListQuery,
  invoiceListQuery,
  type InvoiceMetrics,
  invoiceMetricsSchema,
  invoiceSchema,
  type InvoiceView,
  type SetInvoiceStatus,
  setInvoiceStatusSchema,
} from './invoices.schema.js';
import { InvoicesService } from './invoices.service.js';

@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Post()
  @Reply(invoiceSchema, 201)
  create(
    @CurrentEngineer() engineer: Engineer,
    @Body({ schema: createInvoiceSchema }) body: CreateInvoice,
  ): Promise<InvoiceView> {
    return this.invoices.create(engineer, body);
  }

  @Get()
  @ReplyList(invoiceSchema)
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: invoiceListQuery }) query: InvoiceListQuery,
  ): Promise<Page<InvoiceView>> {
    return this.invoices.list(actor, query);
  }

  @Get('metrics')
  @Reply(invoiceMetricsSchema)
  metrics(@CurrentEngineer() engineer: Engineer): Promise<InvoiceMetrics> {
    return this.invoices.metrics(engineer);
  }

  @Get('draft/:projectId')
  @Reply(invoiceDraftSchema)
  draft(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<InvoiceDraft> {
    return this.invoices.draft(actor, projectId);
  }

  @Get(':id')
  @Reply(invoiceSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<InvoiceView> {
    return this.invoices.get(actor, id);
  }

  @Get(':id/pdf')
  @ReplyPdf()
  async pdf(@CurrentActor() actor: Actor, @IdParam() id: string, @Res() response: Response): Promise<void> {
    sendPdf(response, await this.invoices.pdf(actor, id));
  }

  @Put(':id/status')
  @Reply(invoiceSchema)
  setStatus(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: setInvoiceStatusSchema }) { status }: SetInvoiceStatus,
  ): Promise<InvoiceView> {
    return this.invoices.setStatus(actor, id, status);
  }
}
