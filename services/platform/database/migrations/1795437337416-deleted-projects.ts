import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A deleted project stays for 30 days. Every statement of the previous version qualifies these column names with
 * a table, so its processes can run beside newer ones; they still show deleted projects.
 */
export class DeletedProjects1795437337416 implements MigrationInterface {
  name = 'DeletedProjects1795437337416';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "projects" ADD "trashed_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "projects" ADD "trashed_by" uuid;
      CREATE INDEX "projects_trashed" ON "projects" ("trashed_at") WHERE trashed_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX "projects_trashed";
      ALTER TABLE "projects" DROP COLUMN "trashed_by";
      ALTER TABLE "projects" DROP COLUMN "trashed_at";
    `);
  }
}
