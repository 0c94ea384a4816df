import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Handlers of low priority: their jobs wait until their queue has no other work. */
export class YieldingHandlers1795307969000 implements MigrationInterface {
  name = 'YieldingHandlers1795307969000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "event_handler" ADD "yields" boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "event_handler" DROP COLUMN "yields"');
  }
}
