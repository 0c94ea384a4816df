import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a studio requires two-step sign-in of its engineers. Processes of the version before ignore the column. */
export class RequiredSecondFactors1795438200000 implements MigrationInterface {
  name = 'RequiredSecondFactors1795438200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "studios" ADD "requires_second_factor" boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "studios" DROP COLUMN "requires_second_factor"`);
  }
}
