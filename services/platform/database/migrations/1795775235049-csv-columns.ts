import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Meanings of the headings of imported spreadsheets in a studio. */
export class CsvColumns1795775235049 implements MigrationInterface {
  name = 'CsvColumns1795775235049';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studios" ADD "csv_columns" jsonb NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studios" DROP COLUMN "csv_columns";
    `);
  }
}
