import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an overview count a client's recent comments without reading them. */
export class ClientComments1795321037613 implements MigrationInterface {
  name = 'ClientComments1795321037613';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "comments_project_id_user_id_created_at_idx" ON "comments" ("project_id", "user_id", "created_at");
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "comments_project_id_user_id_created_at_idx"');
  }
}
