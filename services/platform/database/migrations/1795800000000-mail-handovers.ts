import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that were handed to the mail server, answered or not. */
export class MailHandovers1795800000000 implements MigrationInterface {
  name = 'MailHandovers1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "mail_handovers" (
        "mail_id" text PRIMARY KEY,
        "tries" smallint NOT NULL,
        "handed_over_at" timestamptz NOT NULL,
        "answered_at" timestamptz);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "mail_handovers";`);
  }
}
