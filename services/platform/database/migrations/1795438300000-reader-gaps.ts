import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The gaps in the confinement of the processes that read uploaded files. A worker of the previous version reports none. */
export class ReaderGaps1795438300000 implements MigrationInterface {
  name = 'ReaderGaps1795438300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "installation" ADD "reader_gaps" text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "installation" DROP COLUMN "reader_gaps"');
  }
}
