import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A project may have a further invoice, for extra work, once all earlier ones are paid. */
export class FurtherInvoices1795400200000 implements MigrationInterface {
  name = 'FurtherInvoices1795400200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNIQUE INDEX "invoices_owed" ON "invoices" ("project_id") WHERE status IN ('pending', 'overdue');
      DROP INDEX "invoices_standing";
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNIQUE INDEX "invoices_standing" ON "invoices" ("project_id") WHERE status <> 'cancelled';
      DROP INDEX "invoices_owed";
    `);
  }
}
