import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How an invoice was paid, and the invoices of one project in order. */
export class PaidVia1795309300000 implements MigrationInterface {
  name = 'PaidVia1795309300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "invoices" ADD "paid_via" text;
      CREATE INDEX "invoices_project_id_created_at_id_idx" ON "invoices"  ("project_id", "created_at", "id") ;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX "public"."invoices_project_id_created_at_id_idx";
      ALTER TABLE "invoices" DROP COLUMN "paid_via";
    `);
  }
}
