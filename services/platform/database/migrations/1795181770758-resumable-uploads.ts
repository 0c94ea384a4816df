import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns to recognise a file that is dropped again, and the progress of its multipart upload. */
export class ResumableUploads1795181770758 implements MigrationInterface {
  name = 'ResumableUploads1795181770758';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "staging_files" ADD "last_modified" bigint;
      ALTER TABLE "upload_intents" ADD "last_modified" bigint;
      ALTER TABLE "upload_intents" ADD "upload" jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "upload_intents" DROP COLUMN "upload";
      ALTER TABLE "upload_intents" DROP COLUMN "last_modified";
      ALTER TABLE "staging_files" DROP COLUMN "last_modified";
    `);
  }
}
