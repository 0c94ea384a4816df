import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A client belongs to a studio after agreeing to it, and each studio suspends on its own. Existing
 * clients stay clients. Processes of the previous version read `users.suspended_at`, which is still kept.
 */
export class Memberships1795436100000 implements MigrationInterface {
  name = 'Memberships1795436100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "users" ADD "invited_email" text;
      CREATE INDEX "users_invited_email_idx" ON "users"  ("invited_email") WHERE invited_email IS NOT NULL;
      ALTER TABLE "studio_clients" ADD "suspended_at" TIMESTAMP WITH TIME ZONE;
      UPDATE studio_clients c SET suspended_at = u.suspended_at
      FROM users u WHERE u.id = c.user_id AND u.suspended_at IS NOT NULL;
      ${copyToProjects('coalesce(invited_email, email)', 'coalesce(NEW.invited_email, NEW.email)')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${copyToProjects('email', 'NEW.email')}
      ALTER TABLE "studio_clients" DROP COLUMN "suspended_at";
      DROP INDEX "users_invited_email_idx";
      ALTER TABLE "users" DROP COLUMN "invited_email";
    `);
  }
}

/** The functions behind the triggers that keep the client's name and address in the projects. */
const copyToProjects = (email: string, newEmail: string): string => `
      CREATE OR REPLACE FUNCTION projects_copy_client() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT name, ${email} INTO NEW.client_name, NEW.client_email FROM users WHERE id = NEW.client_id;
        RETURN NEW;
      END $$;
      CREATE OR REPLACE FUNCTION users_copy_to_projects() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE projects SET client_name = NEW.name, client_email = ${newEmail} WHERE client_id = NEW.id;
        RETURN NULL;
      END $$;`;
