import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Every } from '../../platform/events/decorators.js';
import type { HandlerContext, Tick } from '../../platform/events/handler.js';
import { forgetOldHandovers } from '../../platform/mail/handovers.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { mailAwaySince } from '../../platform/mail/watched-mailer.js';

/** Detects that a mail server is back, because the next mail may only be due in hours. */
@Injectable()
export class MailServerWorker {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  @Every('* * * * *', { name: 'health.mail-server' })
  async look(): Promise<void> {
    if (!(await mailAwaySince(this.database))) return;
    // The outage is already recorded, so it is not a failure of this job.
    await this.mailer.check().catch(() => undefined);
  }

  @Every('53 3 * * *', { name: 'health.mail-handovers' })
  async forgetOld(_tick: Tick, { commit }: HandlerContext): Promise<void> {
    await commit(forgetOldHandovers);
  }
}
