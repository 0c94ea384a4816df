import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Studios end their mails to clients with their own words. */
export class MailClosing1795476100000 implements MigrationInterface {
  name = 'MailClosing1795476100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "studios" ADD "mail_closing" text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "studios" DROP COLUMN "mail_closing"`);
  }
}
