import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { RemindersService } from './reminders.service.js';

const BATCH = 500;

@Injectable()
export class RemindersWorker {
  constructor(private readonly reminders: RemindersService) {}

  @Every('*/5 * * * *', { name: 'reminders.send-due' })
  async sweep(_tick: Tick): Promise<void> {
    let due;
    do {
      due = await this.reminders.due(BATCH);
      for (const reminder of due) await this.reminders.send(reminder);
    } while (due.length === BATCH);
  }
}
