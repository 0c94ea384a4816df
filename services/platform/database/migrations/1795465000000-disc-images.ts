import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checksums of the discs that are made from CD masters. */
export class DiscImages1795465000000 implements MigrationInterface {
  name = 'DiscImages1795465000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "disc_images" ("key" text NOT NULL, "project_id" uuid NOT NULL, "disc" integer NOT NULL, "state" text NOT NULL DEFAULT 'reading', "md5" text, "crc32" bigint, "error" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "disc_images_pkey" PRIMARY KEY ("key"));
      CREATE INDEX "disc_images_project" ON "disc_images"  ("project_id") ;
      ALTER TABLE "disc_images" ADD CONSTRAINT "disc_images_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "disc_images"`);
  }
}
