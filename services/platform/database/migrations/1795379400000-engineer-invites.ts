import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations for other engineers, who get a studio of their own. */
export class EngineerInvites1795379400000 implements MigrationInterface {
  name = 'EngineerInvites1795379400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "engineer_invites" ("id" uuid NOT NULL DEFAULT uuidv7(), "invited_by" uuid NOT NULL, "name" text NOT NULL, "email" text NOT NULL, "token_hash" text NOT NULL, "accepted_at" TIMESTAMP WITH TIME ZONE, "mail_failed_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "engineer_invites_email_key" UNIQUE ("email"), CONSTRAINT "engineer_invites_token_hash_key" UNIQUE ("token_hash"), CONSTRAINT "engineer_invites_pkey" PRIMARY KEY ("id"));
      ALTER TABLE "engineer_invites" ADD CONSTRAINT "engineer_invites_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "engineer_invites" DROP CONSTRAINT "engineer_invites_invited_by_fkey";
      DROP TABLE "engineer_invites";
    `);
  }
}
