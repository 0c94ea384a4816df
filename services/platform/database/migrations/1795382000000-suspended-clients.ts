import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients suspended by their studio. */
export class SuspendedClients1795382000000 implements MigrationInterface {
  name = 'SuspendedClients1795382000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "users" ADD "suspended_at" TIMESTAMP WITH TIME ZONE;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "users" DROP COLUMN "suspended_at";
    `);
  }
}
