import { Inject, Injectable } from '@nestjs/common';
import { keyset } from '../../platform/database/keyset.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { InvoicesService } from './invoices.service.js';

const BATCH = 500;

/**
 * Runs every five minutes, because midnight differs by time zone, and some zones are offset by a quarter of an hour.
 */
@Injectable()
export class OverdueWorker {
  constructor(
    private readonly invoices: InvoicesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('*/5 * * * *', { name: 'invoices.overdue' })
  async sweep(_tick: Tick): Promise<void> {
    const due = keyset<{ invoiceId: string }>((last) => this.invoices.pastDue(BATCH, last?.invoiceId));
    await sweepEach(due, this.logger, ({ invoiceId }) => this.invoices.markOverdue(invoiceId));
  }
}
