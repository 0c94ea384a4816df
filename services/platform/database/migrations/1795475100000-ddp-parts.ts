import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An archive has a report for each DDP in it. */
export class DdpParts1795475100000 implements MigrationInterface {
  name = 'DdpParts1795475100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "ddp_reports" ADD "part" integer NOT NULL DEFAULT 0;
      ALTER TABLE "ddp_reports" DROP CONSTRAINT "ddp_reports_pkey";
      ALTER TABLE "ddp_reports" ADD CONSTRAINT "ddp_reports_pkey" PRIMARY KEY ("audio_id", "part");
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM "ddp_reports" WHERE "part" > 0;
      ALTER TABLE "ddp_reports" DROP CONSTRAINT "ddp_reports_pkey";
      ALTER TABLE "ddp_reports" ADD CONSTRAINT "ddp_reports_pkey" PRIMARY KEY ("audio_id");
      ALTER TABLE "ddp_reports" DROP COLUMN "part";
    `);
  }
}
