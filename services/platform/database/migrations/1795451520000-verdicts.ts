import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The verdict of each person who decides on a file, and the person who answered a quote. Processes of the previous version store only
 * the joint approval.
 */
export class Verdicts1795451520000 implements MigrationInterface {
  name = 'Verdicts1795451520000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "verdicts" ("file_id" uuid NOT NULL, "user_id" uuid NOT NULL, "verdict" text NOT NULL, "note" text NOT NULL DEFAULT '', "sha256" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "verdicts_pkey" PRIMARY KEY ("file_id", "user_id"));
      ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      INSERT INTO "verdicts" (file_id, user_id, verdict, note, sha256, created_at)
        SELECT file_id, user_id, verdict, note, sha256, created_at FROM "approvals";
      ALTER TABLE "quotes" ADD "answered_by" uuid;
      ALTER TABLE "quotes" ADD CONSTRAINT "quotes_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "quotes" DROP CONSTRAINT "quotes_answered_by_fkey";
      ALTER TABLE "quotes" DROP COLUMN "answered_by";
      DROP TABLE "verdicts";
    `);
  }
}
