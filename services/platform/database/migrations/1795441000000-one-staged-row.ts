import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A staged file is one row from its announcement to its release. `upload_intents` becomes a view of the rows that are
 * still being uploaded: processes of the previous version announce, plan and register through it during an upgrade. A
 * later version drops it.
 */
export class OneStagedRow1795441000000 implements MigrationInterface {
  name = 'OneStagedRow1795441000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Those who change both tables hold a lock on the row of their project first.
      LOCK TABLE "projects" IN EXCLUSIVE MODE;
      LOCK TABLE "upload_intents", "staging_files" IN ACCESS EXCLUSIVE MODE;
      ALTER TABLE "staging_files" ALTER COLUMN "audio_id" DROP NOT NULL;
      ALTER TABLE "staging_files" ADD "upload_key" text;
      ALTER TABLE "staging_files" ADD "upload_bytes" bigint;
      ALTER TABLE "staging_files" ADD "upload_type" text;
      ALTER TABLE "staging_files" ADD "upload" jsonb;
      INSERT INTO "staging_files" (id, project_id, uploaded_by, status, upload_key, upload_bytes, upload_type, upload,
        file_name, original_name, folder, last_modified, header, suggestions, verdict, guessed_slot, words, question,
        planned_slot_id, created_at)
      SELECT i.id, project_id, user_id, 'incoming', object_key, size_bytes, content_type, upload,
        file_name, original_name, folder, last_modified, header, suggestions, verdict, guessed_slot, words, question,
        planned_slot_id, i.created_at
      FROM "upload_intents" i JOIN "users" ON users.id = user_id;
      DROP TABLE "upload_intents";
      UPDATE "staging_files" f SET planned_slot_id = NULL
      WHERE planned_slot_id IS NOT NULL AND NOT EXISTS (SELECT FROM "slots" WHERE slots.id = f.planned_slot_id);
      CREATE UNIQUE INDEX "staging_files_upload_key" ON "staging_files"  ("upload_key") ;
      CREATE UNIQUE INDEX "staging_files_incoming_plan" ON "staging_files"  ("planned_slot_id") WHERE status = 'incoming';
      ALTER TABLE "staging_files" ADD CONSTRAINT "staging_files_incoming" CHECK ((status = 'incoming') = (audio_id IS NULL AND upload_key IS NOT NULL));
      ALTER TABLE "staging_files" ADD CONSTRAINT "staging_files_planned_slot_id_fkey" FOREIGN KEY ("planned_slot_id") REFERENCES "slots"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
      CREATE VIEW "upload_intents" AS
        SELECT upload_key AS object_key, id, project_id, uploaded_by AS user_id, file_name, original_name, folder,
          upload_bytes AS size_bytes, upload_type AS content_type, last_modified, upload, header, suggestions, verdict, guessed_slot, words, question,
          planned_slot_id, created_at, status
        FROM "staging_files" WHERE status = 'incoming';
      ALTER VIEW "upload_intents" ALTER COLUMN "status" SET DEFAULT 'incoming';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW "upload_intents";
      CREATE TABLE "upload_intents" (
        "object_key" text NOT NULL,
        "id" uuid NOT NULL DEFAULT uuidv7(),
        "project_id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "file_name" text NOT NULL,
        "original_name" text NOT NULL,
        "folder" text,
        "size_bytes" bigint NOT NULL,
        "content_type" text NOT NULL,
        "last_modified" bigint,
        "upload" jsonb,
        "header" jsonb,
        "suggestions" jsonb NOT NULL DEFAULT '[]',
        "verdict" text,
        "guessed_slot" text,
        "words" jsonb NOT NULL DEFAULT '[]',
        "question" jsonb,
        "planned_slot_id" uuid,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "upload_intents_pkey" PRIMARY KEY ("object_key")
      );
      INSERT INTO "upload_intents" (object_key, id, project_id, user_id, file_name, original_name, folder, size_bytes,
        content_type, last_modified, upload, header, suggestions, verdict, guessed_slot, words, question,
        planned_slot_id, created_at)
      SELECT upload_key, id, project_id, uploaded_by, file_name, original_name, folder, upload_bytes,
        upload_type, last_modified, upload, header, suggestions, verdict, guessed_slot, words, question,
        planned_slot_id, created_at
      FROM "staging_files" WHERE status = 'incoming';
      DELETE FROM "staging_files" WHERE status = 'incoming';
      CREATE UNIQUE INDEX "upload_intents_id" ON "upload_intents"  ("id") ;
      CREATE UNIQUE INDEX "upload_intents_planned_slot" ON "upload_intents"  ("planned_slot_id") ;
      ALTER TABLE "upload_intents" ADD CONSTRAINT "upload_intents_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;
      ALTER TABLE "upload_intents" ADD CONSTRAINT "upload_intents_planned_slot_id_fkey" FOREIGN KEY ("planned_slot_id") REFERENCES "slots"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
      ALTER TABLE "staging_files" DROP CONSTRAINT "staging_files_planned_slot_id_fkey";
      ALTER TABLE "staging_files" DROP CONSTRAINT "staging_files_incoming";
      DROP INDEX "staging_files_incoming_plan";
      DROP INDEX "staging_files_upload_key";
      ALTER TABLE "staging_files" DROP COLUMN "upload";
      ALTER TABLE "staging_files" DROP COLUMN "upload_type";
      ALTER TABLE "staging_files" DROP COLUMN "upload_bytes";
      ALTER TABLE "staging_files" DROP COLUMN "upload_key";
      ALTER TABLE "staging_files" ALTER COLUMN "audio_id" SET NOT NULL;
    `);
  }
}
