import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says with which invitation a person made a link. Those of people who decide now go on, all others stay ended. */
export class LinksOfPeople1795792888224 implements MigrationInterface {
  name = 'LinksOfPeople1795792888224';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "share_links" ADD "invited_id" uuid;

      UPDATE "share_links" link SET "invited_id" = person."invited_id" FROM "project_people" person
      WHERE person."project_id" = link."project_id" AND person."user_id" = link."created_by" AND person."role" = 'decides';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "share_links" DROP COLUMN "invited_id";
    `);
  }
}
