import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links for people without an account, and the comments that they write. */
export class ShareLinks1795450410000 implements MigrationInterface {
  name = 'ShareLinks1795450410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "share_links" ("id" uuid NOT NULL DEFAULT uuidv7(), "project_id" uuid NOT NULL, "purpose" text NOT NULL, "name" text NOT NULL, "created_by" uuid NOT NULL, "token_hash" text NOT NULL, "password_hash" text, "ends_at" TIMESTAMP WITH TIME ZONE, "track_ids" uuid array, "slot_types" text array, "comments_allowed" boolean NOT NULL DEFAULT false, "revoked_at" TIMESTAMP WITH TIME ZONE, "times_opened" integer NOT NULL DEFAULT '0', "last_opened_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "share_links_token_hash_key" UNIQUE ("token_hash"), CONSTRAINT "share_links_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "share_links_project_id_id_idx" ON "share_links"  ("project_id", "id");
      ALTER TABLE "share_links" ADD CONSTRAINT "share_links_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "share_links" ADD CONSTRAINT "share_links_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "comments" ADD "guest_name" text;
      ALTER TABLE "comments" ADD "share_link_id" uuid;
      CREATE INDEX "comments_share_link" ON "comments"  ("share_link_id") WHERE share_link_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX "comments_share_link";
      ALTER TABLE "comments" DROP COLUMN "share_link_id";
      ALTER TABLE "comments" DROP COLUMN "guest_name";
      DROP TABLE "share_links";
    `);
  }
}
