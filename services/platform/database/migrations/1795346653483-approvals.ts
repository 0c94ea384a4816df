import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Approvals1795346653483 implements MigrationInterface {
  name = 'Approvals1795346653483';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "approvals" ("file_id" uuid NOT NULL, "user_id" uuid NOT NULL, "verdict" text NOT NULL, "note" text NOT NULL DEFAULT '', "sha256" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "approvals_pkey" PRIMARY KEY ("file_id"));
      ALTER TABLE "approvals" ADD CONSTRAINT "approvals_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "approvals" DROP CONSTRAINT "approvals_user_id_fkey";
      ALTER TABLE "approvals" DROP CONSTRAINT "approvals_file_id_fkey";
      DROP TABLE "approvals";
    `);
  }
}
