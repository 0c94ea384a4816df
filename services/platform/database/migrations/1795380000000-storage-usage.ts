import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a project was archived, and the size of the files derived from an audio file; a sweep measures existing ones. */
export class StorageUsage1795380000000 implements MigrationInterface {
  name = 'StorageUsage1795380000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "projects" ADD "archived_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "audio" ADD "derived_bytes" bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "audio" DROP COLUMN "derived_bytes";
      ALTER TABLE "projects" DROP COLUMN "archived_at";
    `);
  }
}
