import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files that are delivered besides the masters in slots. A file has at most one purpose, so that it is a column of the
 * file, and everything that holds for staged files and finals holds for it. Processes of the previous version show such files as files without a slot.
 */
export class Deliverables1795466000000 implements MigrationInterface {
  name = 'Deliverables1795466000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "staging_files" ADD "deliverable" jsonb;
      ALTER TABLE "files" ADD "deliverable" jsonb;
      CREATE TABLE "deliverable_readings" ("audio_id" uuid NOT NULL, "content" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "deliverable_readings_pkey" PRIMARY KEY ("audio_id"));
      ALTER TABLE "deliverable_readings" ADD CONSTRAINT "deliverable_readings_audio_id_fkey" FOREIGN KEY ("audio_id") REFERENCES "audio"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "deliverable_readings";
      ALTER TABLE "files" DROP COLUMN "deliverable";
      ALTER TABLE "staging_files" DROP COLUMN "deliverable";
    `);
  }
}
