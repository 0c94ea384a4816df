import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why an engineer accepted a finding of a check. */
export class AcceptanceReasons1795447200000 implements MigrationInterface {
  name = 'AcceptanceReasons1795447200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accepted_checks" ADD "reason" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "accepted_checks" DROP COLUMN "reason"`);
  }
}
