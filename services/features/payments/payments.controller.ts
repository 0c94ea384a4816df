import { Body, Controller, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import { paymentSchema, type PaymentView, paySchema } from './payments.schema.js';

/** The demo payment: marks the invoice as paid without moving money. */
@Controller('projects/:id/pay')
export class PaymentsController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly projects: ProjectsService,
  ) {}

  @Post()
  @Reply(paymentSchema)
  async pay(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Body({ schema: paySchema }) _nothing: object | undefined,
  ): Promise<PaymentView> {
    const invoice = await this.invoices.pay(actor, projectId);
    return { invoice, project: await this.projects.get(actor, projectId) };
  }
}
