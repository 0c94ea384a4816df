import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Database } from '../../platform/database/database.js';
import { QueueAdmin } from '../../platform/events/queue-admin.js';
import { type Actor, CurrentOperator } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { Reply } from '../../platform/http/reply.js';
import { unansweredMails } from '../../platform/mail/handovers.js';
import { Storage } from '../../platform/storage/storage.js';
import { version } from '../../platform/version.js';
import { operatorStatusSchema } from './health.schema.js';

@ApiTags('Operator')
@Controller('operator/status')
export class OperatorStatusController {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueAdmin,
    private readonly storage: Storage,
  ) {}

  /** Queues, worker, mail and disk at this moment. */
  @Get()
  @Reply(operatorStatusSchema)
  async status(@CurrentOperator() _operator: Actor) {
    const [queues, outbox, unanswered, [found], roomBytes] = await Promise.all([
      this.queues.counts(),
      this.queues.outbox(),
      unansweredMails(this.database),
      this.database.query<{ seenAt: Date | null; bytes: number; postgresql: string }>(
        `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgresql,
                (SELECT max(seen_at) FROM event_handler) AS "seenAt",
                (SELECT coalesce(sum(size_bytes), 0)::float FROM audio) AS bytes`,
      ),
      this.storage.room().catch(() => null),
    ]);
    const { seenAt, bytes, postgresql } = found!;
    return {
      queues,
      outbox,
      unansweredMails: { count: unanswered.count, lastAt: unanswered.lastAt && isoTime(unanswered.lastAt) },
      workerSeenAt: seenAt && isoTime(seenAt),
      roomBytes,
      storedBytes: bytes,
      versions: { lacquer: version, postgresql, node: process.versions.node, redis: this.queues.redisVersion() },
    };
  }
}
