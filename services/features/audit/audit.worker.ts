import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Every } from '../../platform/events/decorators.js';
import type { HandlerContext, Tick } from '../../platform/events/handler.js';

@Injectable()
export class AuditWorker {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Deletes entries older than the configured retention. */
  @Every('37 3 * * *', { name: 'audit.forget-old' })
  async forgetOld(_tick: Tick, { commit }: HandlerContext): Promise<void> {
    await commit(async (tx) => {
      await tx.query('DELETE FROM audit_entries WHERE at < now() - make_interval(days => $1)', [this.config.auditDays]);
    });
  }
}
