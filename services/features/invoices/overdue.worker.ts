import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { InvoicesService } from './invoices.service.js';

const BATCH = 500;

/** Midnight comes to the studios one after another, to some at a quarter to: hence every five minutes. */
@Injectable()
export class OverdueWorker {
  constructor(private readonly invoices: InvoicesService) {}

  @Every('*/5 * * * *', { name: 'invoices.overdue' })
  async sweep(_tick: Tick): Promise<void> {
    let due: string[];
    do {
      due = await this.invoices.pastDue(BATCH);
      for (const invoiceId of due) await this.invoices.markOverdue(invoiceId);
    } while (due.length === BATCH);
  }
}
