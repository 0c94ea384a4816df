import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the indexes of made discs are beside the music. */
export class PqOffsets1795796000000 implements MigrationInterface {
  name = 'PqOffsets1795796000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studios" ADD "pq_start_frames" integer NOT NULL DEFAULT '0',
        ADD "pq_end_frames" integer NOT NULL DEFAULT '0';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studios" DROP COLUMN "pq_start_frames", DROP COLUMN "pq_end_frames";
    `);
  }
}
