import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lines of quotes, and of the invoices that they become. */
export class QuoteLines1795464000000 implements MigrationInterface {
  name = 'QuoteLines1795464000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "quotes" ADD "lines" jsonb NOT NULL DEFAULT '[]'`);
    await runner.query(`ALTER TABLE "invoices" ADD "lines" jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invoices" DROP COLUMN "lines"`);
    await runner.query(`ALTER TABLE "quotes" DROP COLUMN "lines"`);
  }
}
