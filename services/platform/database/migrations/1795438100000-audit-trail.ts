import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail, which the operator reads. */
export class AuditTrail1795438100000 implements MigrationInterface {
  name = 'AuditTrail1795438100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "audit_entries" (
        "id" uuid NOT NULL DEFAULT uuidv7(),
        "at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        "action" text NOT NULL,
        "outcome" text NOT NULL,
        "user_id" uuid,
        "ip_address" text,
        "subject" text NOT NULL,
        "subject_id" uuid,
        CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
      );
      CREATE INDEX "audit_entries_at" ON "audit_entries"("at");
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "audit_entries";`);
  }
}
