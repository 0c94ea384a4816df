import { Injectable } from '@nestjs/common';
import { Every } from '../../../platform/events/decorators.js';
import type { HandlerContext, Tick } from '../../../platform/events/handler.js';
import { forgetWindows } from '../../../platform/http/rate-limiter.js';
import { SESSION_MAX_DAYS } from '../auth.options.js';

@Injectable()
export class SessionsWorker {
  /** Deletes expired sessions, tokens and rate limit counters. */
  @Every('23 * * * *', { name: 'sessions.forget-expired' })
  async forgetExpired(_tick: Tick, { commit }: HandlerContext): Promise<void> {
    await commit(async (tx) => {
      await tx.query(
        `DELETE FROM sessions WHERE expires_at < now() OR created_at < now() - interval '${SESSION_MAX_DAYS} days'`,
      );
      await tx.query('DELETE FROM verifications WHERE expires_at < now()');
      await forgetWindows(tx);
    });
  }
}
