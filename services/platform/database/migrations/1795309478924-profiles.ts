import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People's profiles, and an index from a client to their newest invite. */
export class Profiles1795309478924 implements MigrationInterface {
  name = 'Profiles1795309478924';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "profiles" ("user_id" uuid NOT NULL, "phone" text, "address" text, "bio" text, "company" text, "website" text, "preferred_genres" text array NOT NULL DEFAULT '{}', "country" text, CONSTRAINT "profiles_pkey" PRIMARY KEY ("user_id"));
      CREATE INDEX "invites_studio_id_email_id_idx" ON "invites"  ("studio_id", "email", "id") ;
      ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "profiles" DROP CONSTRAINT "profiles_user_id_fkey";
      DROP INDEX "public"."invites_studio_id_email_id_idx";
      DROP TABLE "profiles";
    `);
  }
}
