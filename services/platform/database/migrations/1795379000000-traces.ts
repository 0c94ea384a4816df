import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace context of the request that caused an event. */
export class Traces1795379000000 implements MigrationInterface {
  name = 'Traces1795379000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "outbox" ADD "trace_parent" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "outbox" DROP COLUMN "trace_parent"');
  }
}
