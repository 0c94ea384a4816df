import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the bytes of an original or master are put together from once they have come. */
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
