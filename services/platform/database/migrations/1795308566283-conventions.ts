import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Corrections that engineers made to the words of file names, and the rules derived from them. */
export class Conventions1795308566283 implements MigrationInterface {
  name = 'Conventions1795308566283';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "conventions" ("id" uuid NOT NULL DEFAULT uuidv7(), "studio_id" uuid NOT NULL, "word" text NOT NULL, "slot_type" text NOT NULL, "dismissed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "conventions_word" UNIQUE ("studio_id", "word", "slot_type"), CONSTRAINT "conventions_pkey" PRIMARY KEY ("id"));
      CREATE TABLE "slot_lessons" ("staging_file_id" uuid NOT NULL, "word" text NOT NULL, "studio_id" uuid NOT NULL, "spelling" text NOT NULL, "slot_type" text NOT NULL, "founds" boolean NOT NULL, "taught_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "slot_lessons_pkey" PRIMARY KEY ("staging_file_id", "word"));
      CREATE INDEX "slot_lessons_word" ON "slot_lessons" ("studio_id", "word");
      ALTER TABLE "staging_files" ADD "guessed_slot" text;
      ALTER TABLE "staging_files" ADD "words" jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE "conventions" ADD CONSTRAINT "conventions_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "slot_lessons" ADD CONSTRAINT "slot_lessons_staging_file_id_fkey" FOREIGN KEY ("staging_file_id") REFERENCES "staging_files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "slot_lessons" ADD CONSTRAINT "slot_lessons_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "slot_lessons" DROP CONSTRAINT "slot_lessons_studio_id_fkey";
      ALTER TABLE "slot_lessons" DROP CONSTRAINT "slot_lessons_staging_file_id_fkey";
      ALTER TABLE "conventions" DROP CONSTRAINT "conventions_studio_id_fkey";
      ALTER TABLE "staging_files" DROP COLUMN "words";
      ALTER TABLE "staging_files" DROP COLUMN "guessed_slot";
      DROP INDEX "public"."slot_lessons_word";
      DROP TABLE "slot_lessons";
      DROP TABLE "conventions";
    `);
  }
}
