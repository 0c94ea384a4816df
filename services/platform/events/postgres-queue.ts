import {
  assertSchemaCompatibility,
  type BackendFactory,
  type JobType,
  PostgresConnection,
  PostgresQueueBackend,
} from 'bullmq';
import type { Pool } from 'pg';
import type { Line } from './line.js';

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

/** A schedule's job is added one slot before its own, which ends its id. */
const OLDEST = `
  SELECT min(CASE WHEN scheduler_id IS NULL THEN added_at_ms ELSE split_part(id, ':', -1)::bigint END)::float AS since
  FROM job WHERE queue = $1 AND (state = 'waiting' OR state = 'delayed' AND attempts_started > 0)`;

class QueueOnPostgres extends PostgresQueueBackend implements Line {
  /**
   * BullMQ notes the time of each search for stalled jobs, so an unused product would write to the disk twice a second.
   * Only active jobs can stall.
   */
  override async moveStalledJobsToWait(): Promise<string[]> {
    await this.connection.waitUntilReady();
    const { rows } = await this.connection.pool.query<{ isActive: boolean }>(HAS_ACTIVE_JOB, [this.queueName]);
    return rows[0]?.isActive ? super.moveStalledJobsToWait() : [];
  }

  /** BullMQ counts the waiting jobs of a paused queue under a state of their own, which no caller can ask for. */
  override async getCounts(types: JobType[], delayedTimestamp?: number): Promise<number[]> {
    const [paused = 0, ...counts] = await super.getCounts(['paused' as JobType, ...types], delayedTimestamp);
    return types.map((type, index) => (type === 'waiting' ? paused : 0) + (counts[index] ?? 0));
  }

  async oldestSince(): Promise<number | null> {
    await this.connection.waitUntilReady();
    const { rows } = await this.connection.pool.query<{ since: number | null }>(OLDEST, [this.queueName]);
    return rows[0]?.since ?? null;
  }

  async removeFailed(id: string): Promise<void> {
    await this.connection.waitUntilReady();
    await this.connection.pool.query(`DELETE FROM job WHERE queue = $1 AND id = $2 AND state = 'failed'`, [
      this.queueName,
      id,
    ]);
  }

  /** BullMQ caches this result too, so it is requested only when it can succeed. */
  override async waitUntilReady(): Promise<void> {
    await this.connection.waitUntilReady();
    await super.waitUntilReady();
  }
}

export const createPostgresQueue: BackendFactory<QueueOnPostgres> = (name, options, { withBlockingConnection } = {}) =>
  new QueueOnPostgres(
    new CheckedConnection(options.connection as Pool),
    name,
    options as never,
    true,
    withBlockingConnection ? name : undefined,
  );
