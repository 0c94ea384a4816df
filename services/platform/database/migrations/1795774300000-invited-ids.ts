import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids that stand for invited people until they have opened the project. */
export class InvitedIds1795774300000 implements MigrationInterface {
  name = 'InvitedIds1795774300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "project_people" ADD "invited_id" uuid NOT NULL DEFAULT uuidv7();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "project_people" DROP COLUMN "invited_id";
    `);
  }
}
