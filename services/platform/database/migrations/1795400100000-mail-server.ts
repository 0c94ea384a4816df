import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the mail server has taken nothing; null while it answers. A worker of the version before leaves it alone. */
export class MailServer1795400100000 implements MigrationInterface {
  name = 'MailServer1795400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" ADD "mail_away_since" timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" DROP COLUMN "mail_away_since"');
  }
}
