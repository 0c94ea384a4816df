import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event core's own tables: emitted events, handled events, and the registered handlers. */
export class EventCore1763640000000 implements MigrationInterface {
  name = 'EventCore1763640000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        event text NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        relayed_at timestamptz,
        handlers text[] NOT NULL DEFAULT '{}'
      );
      CREATE INDEX outbox_waiting_idx ON outbox (id) WHERE relayed_at IS NULL;
      CREATE INDEX outbox_relayed_at_idx ON outbox (relayed_at) WHERE relayed_at IS NOT NULL;
      CREATE TABLE processed_event (
        event_id uuid NOT NULL,
        handler text NOT NULL,
        processed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, handler)
      );
      CREATE INDEX processed_event_processed_at_idx ON processed_event (processed_at);
      CREATE TABLE event_handler (
        event text NOT NULL,
        handler text NOT NULL,
        queue text NOT NULL,
        attempts integer NOT NULL,
        backoff_ms integer NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event, handler)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, processed_event, event_handler');
  }
}
