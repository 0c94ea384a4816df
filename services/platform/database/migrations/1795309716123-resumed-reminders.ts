import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an invoice's reminders run, so that resuming them does not send what fell due during the pause. */
export class ResumedReminders1795309716123 implements MigrationInterface {
  name = 'ResumedReminders1795309716123';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "invoices" ADD "reminders_from" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "invoices" DROP COLUMN "reminders_from";
    `);
  }
}
