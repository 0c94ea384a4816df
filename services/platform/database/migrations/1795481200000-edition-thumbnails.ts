import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The small copies of covers that editions have had, for their pages. Covers that were replaced before have none, nor do
 * those that processes of the previous version store meanwhile.
 */
export class EditionThumbnails1795481200000 implements MigrationInterface {
  name = 'EditionThumbnails1795481200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "edition_covers" ADD "thumbnail" bytea;
      UPDATE "edition_covers" AS kept SET "thumbnail" = "covers"."thumbnail" FROM "covers"
        WHERE "covers"."project_id" = kept."project_id" AND "covers"."sha256" = kept."sha256";
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "edition_covers" DROP COLUMN "thumbnail"');
  }
}
