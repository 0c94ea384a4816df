import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The errors with which a file was released, and why. */
export class KnownErrors1795774053000 implements MigrationInterface {
  name = 'KnownErrors1795774053000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "files" ADD "known_errors" jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "files" DROP COLUMN "known_errors";
    `);
  }
}
