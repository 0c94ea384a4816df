import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns to recognise a file that is sent again. */
export class ResumableFiles1795372400000 implements MigrationInterface {
  name = 'ResumableFiles1795372400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "files" ADD "last_modified" bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "files" DROP COLUMN "last_modified";
    `);
  }
}
