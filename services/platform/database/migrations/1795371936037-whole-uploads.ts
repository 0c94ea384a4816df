import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The upload from which an original or master is assembled when all its bytes have arrived. */
export class WholeUploads1795371936037 implements MigrationInterface {
  name = 'WholeUploads1795371936037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "files" ADD "upload" jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "files" DROP COLUMN "upload";
    `);
  }
}
