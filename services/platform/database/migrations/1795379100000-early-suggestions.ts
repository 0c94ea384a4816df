import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts and choices about files that are still being uploaded. */
export class EarlySuggestions1795379100000 implements MigrationInterface {
  name = 'EarlySuggestions1795379100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "staging_files" ADD "header" jsonb;
      ALTER TABLE "staging_files" ADD "planned_slot_id" uuid;
      ALTER TABLE "staging_files" ADD "contradiction" text;
      ALTER TABLE "upload_intents" ADD "id" uuid NOT NULL DEFAULT uuidv7();
      ALTER TABLE "upload_intents" ADD "header" jsonb;
      ALTER TABLE "upload_intents" ADD "suggestions" jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE "upload_intents" ADD "verdict" text;
      ALTER TABLE "upload_intents" ADD "guessed_slot" text;
      ALTER TABLE "upload_intents" ADD "words" jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE "upload_intents" ADD "planned_slot_id" uuid;
      CREATE UNIQUE INDEX "upload_intents_id" ON "upload_intents"  ("id") ;
      CREATE UNIQUE INDEX "upload_intents_planned_slot" ON "upload_intents"  ("planned_slot_id") ;
      ALTER TABLE "upload_intents" ADD CONSTRAINT "upload_intents_planned_slot_id_fkey" FOREIGN KEY ("planned_slot_id") REFERENCES "slots"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "upload_intents" DROP CONSTRAINT "upload_intents_planned_slot_id_fkey";
      DROP INDEX "public"."upload_intents_planned_slot";
      DROP INDEX "public"."upload_intents_id";
      ALTER TABLE "upload_intents" DROP COLUMN "planned_slot_id";
      ALTER TABLE "upload_intents" DROP COLUMN "words";
      ALTER TABLE "upload_intents" DROP COLUMN "guessed_slot";
      ALTER TABLE "upload_intents" DROP COLUMN "verdict";
      ALTER TABLE "upload_intents" DROP COLUMN "suggestions";
      ALTER TABLE "upload_intents" DROP COLUMN "header";
      ALTER TABLE "upload_intents" DROP COLUMN "id";
      ALTER TABLE "staging_files" DROP COLUMN "contradiction";
      ALTER TABLE "staging_files" DROP COLUMN "planned_slot_id";
      ALTER TABLE "staging_files" DROP COLUMN "header";
    `);
  }
}
