import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tracks and files are searched across projects. */
export class Search1795476000000 implements MigrationInterface {
  name = 'Search1795476000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX tracks_search ON tracks USING gin (title gin_trgm_ops);
      CREATE INDEX files_search ON files USING gin (file_name gin_trgm_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX tracks_search, files_search');
  }
}
