import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repairs made by the sweeps, and an index of the files that wait for their analysis. */
export class Healings1763644000000 implements MigrationInterface {
  name = 'Healings1763644000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE healings (kind text PRIMARY KEY, count bigint NOT NULL, last_at timestamptz NOT NULL);
      CREATE INDEX audio_unread ON audio (id) WHERE state IN ('queued', 'running');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX audio_unread;
      DROP TABLE healings;
    `);
  }
}
