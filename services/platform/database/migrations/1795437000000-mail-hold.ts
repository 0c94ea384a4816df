import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Set by a restoration: no mail is sent until the operator releases it. A worker of the previous version ignores it. */
export class MailHold1795437000000 implements MigrationInterface {
  name = 'MailHold1795437000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" ADD "mail_held_since" timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" DROP COLUMN "mail_held_since"');
  }
}
