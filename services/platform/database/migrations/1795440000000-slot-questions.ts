import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The question that would settle the slot of a file, and the answers that engineers gave. */
export class SlotQuestions1795440000000 implements MigrationInterface {
  name = 'SlotQuestions1795440000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "staging_files" ADD "question" jsonb;
      ALTER TABLE "upload_intents" ADD "question" jsonb;
      ALTER TABLE "conventions" ADD "answered_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "conventions" ADD "spelling" text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "conventions" DROP COLUMN "spelling";
      ALTER TABLE "conventions" DROP COLUMN "answered_at";
      ALTER TABLE "upload_intents" DROP COLUMN "question";
      ALTER TABLE "staging_files" DROP COLUMN "question";
    `);
  }
}
