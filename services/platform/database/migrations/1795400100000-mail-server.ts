import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the mail server has accepted nothing; null while it answers. A worker of the previous version ignores it. */
export class MailServer1795400100000 implements MigrationInterface {
  name = 'MailServer1795400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" ADD "mail_away_since" timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" DROP COLUMN "mail_away_since"');
  }
}
