import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The people of a project beside its client. Processes of the previous version do not know them and let none of them in. */
export class ProjectPeople1795451510000 implements MigrationInterface {
  name = 'ProjectPeople1795451510000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "project_people" ("project_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL, "name" text NOT NULL, "invited_by" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "project_people_pkey" PRIMARY KEY ("project_id", "user_id"));
      CREATE INDEX "project_people_user" ON "project_people"  ("user_id") ;
      ALTER TABLE "project_people" ADD CONSTRAINT "project_people_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "project_people" ADD CONSTRAINT "project_people_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "project_people" ADD CONSTRAINT "project_people_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "project_people"`);
  }
}
