import type { ScheduledHandler } from './handler.js';
import { jobOptions } from './queues.js';
import type { Queues } from './queues.module.js';

/** BullMQ's job schedulers for the `@Every` methods of this worker. */
export class Schedules {
  constructor(
    private readonly queues: Queues,
    private readonly handlers: readonly ScheduledHandler[],
  ) {}

  /**
   * Adds missing schedules and updates those with a different pattern or zone. An unchanged schedule is not written,
   * because that would skip a slot that is overdue. Removes the forgotten ones, which no worker has known for a long
   * time.
   */
  async ensure(forgotten: readonly string[] = []): Promise<void> {
    for (const { name, queue, cron, zone, attempts, backoffMs } of this.handlers) {
      const known = await this.queues.get(queue).getJobScheduler(name);
      if (known?.pattern === cron && known.tz === zone) continue;
      await this.queues
        .get(queue)
        .upsertJobScheduler(name, { pattern: cron, tz: zone }, { name, opts: jobOptions(attempts, backoffMs) });
    }
    for (const name of forgotten) await this.queues.get('default').removeJobScheduler(name);
  }
}
