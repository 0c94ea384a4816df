import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Quotes, invoices, reminders, comments, invites, and the public profile of a studio. */
export class Commerce1795308153055 implements MigrationInterface {
  name = 'Commerce1795308153055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "invites" ("id" uuid NOT NULL DEFAULT uuidv7(), "studio_id" uuid NOT NULL, "invited_by" uuid NOT NULL, "email" text NOT NULL, "name" text NOT NULL, "project_id" uuid, "state" text NOT NULL DEFAULT 'pending', "sending" integer NOT NULL DEFAULT '1', "token_hash" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "invites_token_hash_key" UNIQUE ("token_hash"), CONSTRAINT "invites_pkey" PRIMARY KEY ("id"));
      CREATE UNIQUE INDEX "invites_pending" ON "invites"  ("studio_id", "email") WHERE state = 'pending';
      CREATE INDEX "invites_studio_id_id_idx" ON "invites"  ("studio_id", "id") ;
      CREATE TABLE "comments" ("id" uuid NOT NULL DEFAULT uuidv7(), "project_id" uuid NOT NULL, "user_id" uuid NOT NULL, "comment" text NOT NULL, "file_id" uuid, "timestamp_seconds" double precision, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "comments_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "comments_file" ON "comments"  ("file_id") ;
      CREATE INDEX "comments_project_id_id_idx" ON "comments"  ("project_id", "id") ;
      CREATE TABLE "invoices" ("id" uuid NOT NULL DEFAULT uuidv7(), "studio_id" uuid NOT NULL, "project_id" uuid NOT NULL, "number" integer NOT NULL, "status" text NOT NULL DEFAULT 'pending', "amount_cents" integer NOT NULL, "currency" text NOT NULL, "due_date" date NOT NULL, "notes" text NOT NULL DEFAULT '', "issuer" jsonb NOT NULL, "recipient" jsonb NOT NULL, "paid_at" TIMESTAMP WITH TIME ZONE, "reminders_paused" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "invoices_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "invoices_paid" ON "invoices"  ("studio_id", "paid_at") WHERE status = 'paid';
      CREATE INDEX "invoices_open" ON "invoices"  ("due_date") WHERE status IN ('pending', 'overdue');
      CREATE UNIQUE INDEX "invoices_standing" ON "invoices"  ("project_id") WHERE status <> 'cancelled';
      CREATE INDEX "invoices_studio_id_status_created_at_id_idx" ON "invoices"  ("studio_id", "status", "created_at", "id") ;
      CREATE INDEX "invoices_studio_id_created_at_id_idx" ON "invoices"  ("studio_id", "created_at", "id") ;
      CREATE UNIQUE INDEX "invoices_studio_id_number_idx" ON "invoices"  ("studio_id", "number") ;
      CREATE TABLE "muted_mails" ("user_id" uuid NOT NULL, "type" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "muted_mails_pkey" PRIMARY KEY ("user_id", "type"));
      CREATE TABLE "quotes" ("id" uuid NOT NULL DEFAULT uuidv7(), "project_id" uuid NOT NULL, "version" integer NOT NULL, "status" text NOT NULL DEFAULT 'pending', "is_current" boolean NOT NULL DEFAULT true, "amount_cents" integer NOT NULL, "currency" text NOT NULL, "notes" text NOT NULL DEFAULT '', "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "parent_quote_id" uuid, "reject_reason" text, "created_by" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "quotes_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "quotes_pending" ON "quotes"  ("expires_at") WHERE status = 'pending';
      CREATE UNIQUE INDEX "quotes_current" ON "quotes"  ("project_id") WHERE is_current;
      CREATE UNIQUE INDEX "quotes_project_id_version_idx" ON "quotes"  ("project_id", "version") ;
      CREATE TABLE "sent_reminders" ("id" uuid NOT NULL DEFAULT uuidv7(), "invoice_id" uuid NOT NULL, "day_offset" integer, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "sent_reminders_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "sent_reminders_invoice_id_id_idx" ON "sent_reminders"  ("invoice_id", "id") ;
      CREATE UNIQUE INDEX "sent_reminders_scheduled" ON "sent_reminders"  ("invoice_id", "day_offset") WHERE day_offset IS NOT NULL;
      ALTER TABLE "studios" ADD "brand_name" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "brand_color" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "brand_logo" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "twitter" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "instagram" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "facebook" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "legal_name" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "address" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "tax_id" text NOT NULL DEFAULT '';
      ALTER TABLE "studios" ADD "reminder_days" integer array NOT NULL DEFAULT '{-3,0,3,7,14}';
      ALTER TABLE "studios" ADD "reminder_time" text NOT NULL DEFAULT '09:00';
      ALTER TABLE "studios" ADD "last_invoice_number" integer NOT NULL DEFAULT '0';
      ALTER TABLE "notifications" ADD "emailed_at" TIMESTAMP WITH TIME ZONE;
      ALTER TABLE "projects" ADD "invoice_status" text;
      ALTER TABLE "projects" ADD "invoice_amount_cents" integer;
      ALTER TABLE "invites" ADD CONSTRAINT "invites_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "invites" ADD CONSTRAINT "invites_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "comments" ADD CONSTRAINT "comments_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "invoices" ADD CONSTRAINT "invoices_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "invoices" ADD CONSTRAINT "invoices_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "quotes" ADD CONSTRAINT "quotes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "quotes" ADD CONSTRAINT "quotes_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "sent_reminders" ADD CONSTRAINT "sent_reminders_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "sent_reminders" DROP CONSTRAINT "sent_reminders_invoice_id_fkey";
      ALTER TABLE "quotes" DROP CONSTRAINT "quotes_created_by_fkey";
      ALTER TABLE "quotes" DROP CONSTRAINT "quotes_project_id_fkey";
      ALTER TABLE "muted_mails" DROP CONSTRAINT "muted_mails_user_id_fkey";
      ALTER TABLE "invoices" DROP CONSTRAINT "invoices_project_id_fkey";
      ALTER TABLE "invoices" DROP CONSTRAINT "invoices_studio_id_fkey";
      ALTER TABLE "comments" DROP CONSTRAINT "comments_file_id_fkey";
      ALTER TABLE "comments" DROP CONSTRAINT "comments_user_id_fkey";
      ALTER TABLE "comments" DROP CONSTRAINT "comments_project_id_fkey";
      ALTER TABLE "invites" DROP CONSTRAINT "invites_invited_by_fkey";
      ALTER TABLE "invites" DROP CONSTRAINT "invites_studio_id_fkey";
      ALTER TABLE "projects" DROP COLUMN "invoice_amount_cents";
      ALTER TABLE "projects" DROP COLUMN "invoice_status";
      ALTER TABLE "notifications" DROP COLUMN "emailed_at";
      ALTER TABLE "studios" DROP COLUMN "last_invoice_number";
      ALTER TABLE "studios" DROP COLUMN "reminder_time";
      ALTER TABLE "studios" DROP COLUMN "reminder_days";
      ALTER TABLE "studios" DROP COLUMN "tax_id";
      ALTER TABLE "studios" DROP COLUMN "address";
      ALTER TABLE "studios" DROP COLUMN "legal_name";
      ALTER TABLE "studios" DROP COLUMN "facebook";
      ALTER TABLE "studios" DROP COLUMN "instagram";
      ALTER TABLE "studios" DROP COLUMN "twitter";
      ALTER TABLE "studios" DROP COLUMN "brand_logo";
      ALTER TABLE "studios" DROP COLUMN "brand_color";
      ALTER TABLE "studios" DROP COLUMN "brand_name";
      DROP INDEX "public"."sent_reminders_scheduled";
      DROP INDEX "public"."sent_reminders_invoice_id_id_idx";
      DROP TABLE "sent_reminders";
      DROP INDEX "public"."quotes_project_id_version_idx";
      DROP INDEX "public"."quotes_current";
      DROP INDEX "public"."quotes_pending";
      DROP TABLE "quotes";
      DROP TABLE "muted_mails";
      DROP INDEX "public"."invoices_studio_id_number_idx";
      DROP INDEX "public"."invoices_studio_id_created_at_id_idx";
      DROP INDEX "public"."invoices_studio_id_status_created_at_id_idx";
      DROP INDEX "public"."invoices_standing";
      DROP INDEX "public"."invoices_open";
      DROP INDEX "public"."invoices_paid";
      DROP TABLE "invoices";
      DROP INDEX "public"."comments_project_id_id_idx";
      DROP INDEX "public"."comments_file";
      DROP TABLE "comments";
      DROP INDEX "public"."invites_studio_id_id_idx";
      DROP INDEX "public"."invites_pending";
      DROP TABLE "invites";
    `);
  }
}
