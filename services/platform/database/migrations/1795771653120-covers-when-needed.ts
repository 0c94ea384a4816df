import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The whole cover of an edition is kept once somebody needs it. Covers that are kept already stay. */
export class CoversWhenNeeded1795771653120 implements MigrationInterface {
  name = 'CoversWhenNeeded1795771653120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "edition_covers" ALTER COLUMN "bytes" DROP NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE edition_covers kept SET bytes = coalesce(
        (SELECT cover.bytes FROM covers cover WHERE cover.project_id = kept.project_id AND cover.sha256 = kept.sha256),
        thumbnail) WHERE bytes IS NULL;
      ALTER TABLE "edition_covers" ALTER COLUMN "bytes" SET NOT NULL;
    `);
  }
}
