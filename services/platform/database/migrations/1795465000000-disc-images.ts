import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checksums of the discs that are made from CD masters, and reports on uploaded DDPs. */
export class DiscImages1795465000000 implements MigrationInterface {
  name = 'DiscImages1795465000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "disc_images" ("key" text NOT NULL, "project_id" uuid NOT NULL, "disc" integer NOT NULL, "state" text NOT NULL DEFAULT 'reading', "md5" text, "crc32" bigint, "error" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "disc_images_pkey" PRIMARY KEY ("key"));
      CREATE INDEX "disc_images_project" ON "disc_images"  ("project_id") ;
      CREATE TABLE "ddp_reports" ("audio_id" uuid NOT NULL, "project_id" uuid NOT NULL, "state" text NOT NULL DEFAULT 'reading', "report" jsonb, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "ddp_reports_pkey" PRIMARY KEY ("audio_id"));
      CREATE INDEX "ddp_reports_project" ON "ddp_reports"  ("project_id") ;
      ALTER TABLE "ddp_reports" ADD CONSTRAINT "ddp_reports_audio_id_fkey" FOREIGN KEY ("audio_id") REFERENCES "audio"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "ddp_reports" ADD CONSTRAINT "ddp_reports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "disc_images" ADD CONSTRAINT "disc_images_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "disc_images"; DROP TABLE "ddp_reports"`);
  }
}
