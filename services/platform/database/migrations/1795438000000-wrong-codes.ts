import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many wrong codes were entered in a row, so that the second step can be stopped. */
export class WrongCodes1795438000000 implements MigrationInterface {
  name = 'WrongCodes1795438000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "second_factors" ADD "wrong_codes" integer NOT NULL DEFAULT 0;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "second_factors" DROP COLUMN "wrong_codes";`);
  }
}
