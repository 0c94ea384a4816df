import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last download of each DDP, sheet and side that is made of an album. */
export class MadeCopies1795470100000 implements MigrationInterface {
  name = 'MadeCopies1795470100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "made_copies" ("project_id" uuid NOT NULL, "kind" text NOT NULL, "part" text NOT NULL, "version" text NOT NULL, "user_id" uuid NOT NULL, "made_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "made_copies_pkey" PRIMARY KEY ("project_id", "kind", "part"));
      ALTER TABLE "made_copies" ADD CONSTRAINT "made_copies_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "made_copies" ADD CONSTRAINT "made_copies_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "made_copies"`);
  }
}
