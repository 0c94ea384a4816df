import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a person last visited a project; later comments are new to them. */
export class ProjectVisits1795309385614 implements MigrationInterface {
  name = 'ProjectVisits1795309385614';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "project_visits" ("user_id" uuid NOT NULL, "project_id" uuid NOT NULL, "visited_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "project_visits_pkey" PRIMARY KEY ("user_id", "project_id"));
      ALTER TABLE "project_visits" ADD CONSTRAINT "project_visits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "project_visits" ADD CONSTRAINT "project_visits_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "project_visits" DROP CONSTRAINT "project_visits_project_id_fkey";
      ALTER TABLE "project_visits" DROP CONSTRAINT "project_visits_user_id_fkey";
      DROP TABLE "project_visits";
    `);
  }
}
