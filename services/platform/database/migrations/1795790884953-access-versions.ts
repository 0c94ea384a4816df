import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts for each user how often their sessions, password or address have ended. */
export class AccessVersions1795790884953 implements MigrationInterface {
  name = 'AccessVersions1795790884953';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "users" ADD "access_version" integer NOT NULL DEFAULT '0';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "users" DROP COLUMN "access_version";
    `);
  }
}
