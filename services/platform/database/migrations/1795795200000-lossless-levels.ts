import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops the lossless versions that clipped floats or held more than two channels; they are made again on request. The
 * sweep of unreferenced objects removes their FLACs.
 */
export class LosslessLevels1795795200000 implements MigrationInterface {
  name = 'LosslessLevels1795795200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE "audio" SET "lossless_state" = NULL, "lossless_key" = NULL, "lossless_bytes" = NULL
      WHERE "lossless_state" = 'ready'
        AND (coalesce("facts", "probe") ->> 'float' = 'true' OR (coalesce("facts", "probe") ->> 'channels')::int > 2);
    `);
  }

  async down(): Promise<void> {
    // They are made again.
  }
}
