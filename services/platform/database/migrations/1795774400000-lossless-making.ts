import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the lossless versions that wait, so that studios take turns. */
export class LosslessMaking1795774400000 implements MigrationInterface {
  name = 'LosslessMaking1795774400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "audio_lossless_making" ON "audio"  ("id") WHERE lossless_state = 'making';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX "public"."audio_lossless_making";
    `);
  }
}
