import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of a file its client has fetched, and indexes for the unread count and the sweep of unfinished uploads. */
export class FetchedBytes1763643000000 implements MigrationInterface {
  name = 'FetchedBytes1763643000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM file_downloads;
      ALTER TABLE file_downloads ADD received int8multirange NOT NULL, ADD completed_at timestamptz;
      CREATE INDEX files_begun ON files (created_at) WHERE completed_at IS NULL;
      CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE read_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX notifications_unread;
      DROP INDEX files_begun;
      ALTER TABLE file_downloads DROP received, DROP completed_at;
    `);
  }
}
