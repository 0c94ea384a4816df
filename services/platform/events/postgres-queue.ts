import { assertSchemaCompatibility, type BackendFactory, PostgresConnection, PostgresQueueBackend } from 'bullmq';
import type { Pool } from 'pg';

/**
 * BullMQ checks its tables once and keeps the answer, also where the database was away at that moment: the queue then
 * refuses everything until the process ends. This one asks again until it has an answer.
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

class QueueOnPostgres extends PostgresQueueBackend {
  /** BullMQ keeps this answer too, so it is asked only when it can be good. */
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
