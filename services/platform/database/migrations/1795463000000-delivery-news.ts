import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails about deliveries, links that can be renewed, and signed receipts. */
export class DeliveryNews1795463000000 implements MigrationInterface {
  name = 'DeliveryNews1795463000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "editions" ADD "announced_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "editions" ADD "reminded_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "editions" ADD "receipt" jsonb;
      ALTER TABLE "share_links" ADD "renewals" integer NOT NULL DEFAULT '0';
      ALTER TABLE "share_links" ADD "fetched_edition" integer NOT NULL DEFAULT '0';
      ALTER TABLE "share_links" ADD "reminded_edition" integer NOT NULL DEFAULT '0';
      ALTER TABLE "studios" ADD "delivery_reminder_days" integer NOT NULL DEFAULT '7';
      CREATE TABLE "signing_keys" ("id" uuid NOT NULL DEFAULT uuidv7(), "public_key" text NOT NULL, "sealed_private_key" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "signing_keys_public_key_key" UNIQUE ("public_key"), CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id"));
      -- People know of the deliveries that exist already.
      UPDATE editions SET announced_at = now(), reminded_at = now() FROM projects p
        WHERE p.id = project_id AND (p.invoice_status = 'paid' OR p.status IN ('paid', 'delivered'));
      UPDATE share_links SET reminded_edition = newest.number
        FROM (SELECT project_id, max(number) AS number FROM editions GROUP BY project_id) newest
        WHERE newest.project_id = share_links.project_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "signing_keys";
      ALTER TABLE "studios" DROP COLUMN "delivery_reminder_days";
      ALTER TABLE "share_links" DROP COLUMN "reminded_edition";
      ALTER TABLE "share_links" DROP COLUMN "fetched_edition";
      ALTER TABLE "share_links" DROP COLUMN "renewals";
      ALTER TABLE "editions" DROP COLUMN "receipt";
      ALTER TABLE "editions" DROP COLUMN "reminded_at";
      ALTER TABLE "editions" DROP COLUMN "announced_at";
    `);
  }
}
