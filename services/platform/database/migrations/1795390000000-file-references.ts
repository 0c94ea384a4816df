import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes to find files by their track, for its deletion, and by the file that they replaced. */
export class FileReferences1795390000000 implements MigrationInterface {
  name = 'FileReferences1795390000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "files_track" ON "files" ("track_id") WHERE track_id IS NOT NULL;
      CREATE INDEX "files_replaced" ON "files" ("parent_file_id") WHERE parent_file_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX "files_replaced";
      DROP INDEX "files_track";
    `);
  }
}
