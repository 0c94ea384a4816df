import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deleted files that can be restored. The hourly sweep adds rows for objects that are in the trash already, and for those
 * that processes of the previous version put there.
 */
export class Trash1795435987336 implements MigrationInterface {
  name = 'Trash1795435987336';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "trash" (
        "id" uuid NOT NULL DEFAULT uuidv7(),
        "object_key" text NOT NULL,
        "trash_key" text NOT NULL,
        "size_bytes" bigint NOT NULL,
        "kind" text,
        "file_name" text NOT NULL,
        "studio_id" uuid,
        "project_id" uuid,
        "client_id" uuid,
        "trashed_by" uuid,
        "trashed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "file_id" uuid,
        "slot_id" uuid,
        "staged" jsonb,
        CONSTRAINT "trash_object_key_key" UNIQUE ("object_key"),
        CONSTRAINT "trash_pkey" PRIMARY KEY ("id")
      );
      CREATE INDEX "trash_file" ON "trash"("file_id");
      CREATE INDEX "trash_age" ON "trash"("trashed_at");
      CREATE INDEX "trash_project" ON "trash"("project_id");
      CREATE INDEX "trash_client" ON "trash"("client_id", "id") WHERE client_id IS NOT NULL;
      CREATE INDEX "trash_studio" ON "trash"("studio_id", "id");
      ALTER TABLE "trash" ADD CONSTRAINT "trash_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
      ALTER TABLE "trash" ADD CONSTRAINT "trash_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "trash";
    `);
  }
}
