import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The plan of a disc when its DDP was prepared: order, masters, gaps and texts. DDPs from before count as out of date until
 * they are prepared again, which reads no image.
 */
export class DiscPlans1795475000000 implements MigrationInterface {
  name = 'DiscPlans1795475000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "disc_images" DROP COLUMN "master_ids";
      ALTER TABLE "disc_images" ADD "plan" text NOT NULL DEFAULT '';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "disc_images" DROP COLUMN "plan";
      ALTER TABLE "disc_images" ADD "master_ids" jsonb NOT NULL DEFAULT '[]';
    `);
  }
}
