import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which handlers of an event failed for good and wait to be retried by hand, and the request that caused the event. */
export class FailedHandlers1795345300000 implements MigrationInterface {
  name = 'FailedHandlers1795345300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ADD "failed" text[] NOT NULL DEFAULT '{}', ADD "request_id" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "outbox" DROP COLUMN "request_id", DROP COLUMN "failed"');
  }
}
