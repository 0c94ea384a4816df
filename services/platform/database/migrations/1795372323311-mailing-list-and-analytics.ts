import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ups for early access, and daily counts of actions on the public pages. */
export class MailingListAndAnalytics1795372323311 implements MigrationInterface {
  name = 'MailingListAndAnalytics1795372323311';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "site_events" ("day" date NOT NULL, "name" text NOT NULL, "path" text NOT NULL, "source" text NOT NULL, "label" text NOT NULL, "count" bigint NOT NULL, CONSTRAINT "site_events_pkey" PRIMARY KEY ("day", "name", "path", "source", "label"));
      CREATE TABLE "mailing_list" ("id" uuid NOT NULL DEFAULT uuidv7(), "name" text NOT NULL, "email" text NOT NULL, "notes" text NOT NULL DEFAULT '', "source" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "mailing_list_email_key" UNIQUE ("email"), CONSTRAINT "mailing_list_pkey" PRIMARY KEY ("id"));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "mailing_list";
      DROP TABLE "site_events";
    `);
  }
}
