import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that failed for good, so that they can be shown and sent again. */
export class FailedMails1795348678000 implements MigrationInterface {
  name = 'FailedMails1795348678000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "invites" ADD "mail_failed_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "notifications" ADD "mail_failed_at" TIMESTAMP WITH TIME ZONE;
      CREATE INDEX "notifications_mail_failed" ON "notifications"  ("mail_failed_at") WHERE mail_failed_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX "public"."notifications_mail_failed";
      ALTER TABLE "notifications" DROP COLUMN "mail_failed_at";
      ALTER TABLE "invites" DROP COLUMN "mail_failed_at";
    `);
  }
}
