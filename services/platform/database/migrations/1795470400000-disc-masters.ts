import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The CD masters of which the image of a disc was read. Images from before are forgotten, because their masters are not
 * known: their checksums are computed again for the next download.
 */
export class DiscMasters1795470400000 implements MigrationInterface {
  name = 'DiscMasters1795470400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "disc_images" ADD "master_ids" jsonb NOT NULL DEFAULT '[]';
      DELETE FROM "disc_images" WHERE "state" = 'ready';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "disc_images" DROP COLUMN "master_ids"`);
  }
}
