import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a studio wants to be paid, and the currency of a project's invoice beside its amount. */
export class PaymentInstructions1795346436000 implements MigrationInterface {
  name = 'PaymentInstructions1795346436000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studios" ADD "payment_instructions" text NOT NULL DEFAULT '';
      ALTER TABLE "projects" ADD "invoice_currency" text;
      UPDATE "projects" p SET "invoice_currency" = i."currency" FROM "invoices" i WHERE i."id" = p."current_invoice_id";
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "projects" DROP COLUMN "invoice_currency";
      ALTER TABLE "studios" DROP COLUMN "payment_instructions";
    `);
  }
}
