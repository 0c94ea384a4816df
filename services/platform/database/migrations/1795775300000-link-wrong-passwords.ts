import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link counts wrong passwords and takes none after a hundred. */
export class LinkWrongPasswords1795775300000 implements MigrationInterface {
  name = 'LinkWrongPasswords1795775300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "share_links" ADD "wrong_passwords" integer NOT NULL DEFAULT '0';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "share_links" DROP COLUMN "wrong_passwords";
    `);
  }
}
