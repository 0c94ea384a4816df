import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CommentThreads1795344469129 implements MigrationInterface {
  name = 'CommentThreads1795344469129';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "comments" ADD "parent_id" uuid;
      ALTER TABLE "comments" ADD "end_seconds" double precision;
      ALTER TABLE "comments" ADD "resolved_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "comments" ADD "resolved_by" uuid;
      ALTER TABLE "comments" ADD "deleted_at" TIMESTAMP WITH TIME ZONE;
      CREATE INDEX "comments_parent" ON "comments"  ("parent_id") ;
      ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "comments" ADD CONSTRAINT "comments_resolved_by_fkey" FOREIGN KEY ("resolved_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "comments" DROP CONSTRAINT "comments_resolved_by_fkey";
      ALTER TABLE "comments" DROP CONSTRAINT "comments_parent_id_fkey";
      DROP INDEX "public"."comments_parent";
      ALTER TABLE "comments" DROP COLUMN "deleted_at";
      ALTER TABLE "comments" DROP COLUMN "resolved_by";
      ALTER TABLE "comments" DROP COLUMN "resolved_at";
      ALTER TABLE "comments" DROP COLUMN "end_seconds";
      ALTER TABLE "comments" DROP COLUMN "parent_id";
    `);
  }
}
