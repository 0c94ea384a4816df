import { assertSchemaCompatibility, type BackendFactory, PostgresConnection, PostgresQueueBackend } from 'bullmq';
import type { Pool } from 'pg';

/**
 * BullMQ checks its tables once and caches the result, even if the database was down at that moment: the queue would
 * then refuse everything until the process ends. This class repeats the check until it succeeds.
 */
class CheckedConnection extends PostgresConnection {
  private checked: Promise<unknown> | undefined;

  override async waitUntilReady(): Promise<void> {
    this.checked ??= assertSchemaCompatibility(this.pool, this.schema).catch((error: unknown) => {
      this.checked = undefined;
      throw error;
    });
    await this.checked;
  }
}

const HAS_ACTIVE_JOB = `SELECT EXISTS (SELECT FROM job WHERE queue = $1 AND state = 'active') AS "isActive"`;

class QueueOnPostgres extends PostgresQueueBackend {
  /**
   * BullMQ notes the time of each search for stalled jobs, so an unused product would write to the disk twice a second.
   * Only active jobs can stall.
   */
  override async moveStalledJobsToWait(): Promise<string[]> {
    await this.connection.waitUntilReady();
    const { rows } = await this.connection.pool.query<{ isActive: boolean }>(HAS_ACTIVE_JOB, [this.queueName]);
    return rows[0]?.isActive ? super.moveStalledJobsToWait() : [];
  }

  /** BullMQ caches this result too, so it is requested only when it can succeed. */
  override async waitUntilReady(): Promise<void> {
    await this.connection.waitUntilReady();
    await super.waitUntilReady();
  }
}

export const createPostgresQueue: BackendFactory = (name, options, { withBlockingConnection } = {}) =>
  new QueueOnPostgres(
    new CheckedConnection(options.connection as Pool),
    name,
    options as never,
    true,
    withBlockingConnection ? name : undefined,
  );
