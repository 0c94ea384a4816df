import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The frozen contents of deliveries, and what was downloaded through links. */
export class Editions1795450420000 implements MigrationInterface {
  name = 'Editions1795450420000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "editions" ("id" uuid NOT NULL DEFAULT uuidv7(), "project_id" uuid NOT NULL, "number" integer NOT NULL, "content" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "editions_number" UNIQUE ("project_id", "number"), CONSTRAINT "editions_pkey" PRIMARY KEY ("id"));
      ALTER TABLE "editions" ADD CONSTRAINT "editions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      CREATE TABLE "share_link_fetches" ("link_id" uuid NOT NULL, "file_id" uuid NOT NULL, "received" int8multirange NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "completed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "share_link_fetches_pkey" PRIMARY KEY ("link_id", "file_id"));
      ALTER TABLE "share_link_fetches" ADD CONSTRAINT "share_link_fetches_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "share_links"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "share_link_fetches" ADD CONSTRAINT "share_link_fetches_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "share_link_fetches";
      DROP TABLE "editions";
    `);
  }
}
