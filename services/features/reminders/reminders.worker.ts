import { Inject, Injectable } from '@nestjs/common';
import { keyset } from '../../platform/database/keyset.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import type { DueReminder } from './reminder-plan.js';
import { RemindersService } from './reminders.service.js';

const BATCH = 500;

@Injectable()
export class RemindersWorker {
  constructor(
    private readonly reminders: RemindersService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('*/5 * * * *', { name: 'reminders.send-due' })
  async sweep(_tick: Tick): Promise<void> {
    const due = keyset<DueReminder>((last) => this.reminders.due(BATCH, last?.invoiceId));
    await sweepEach(due, this.logger, (reminder) => this.reminders.send(reminder));
  }
}
