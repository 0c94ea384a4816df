import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of better-auth besides the users, and the counters of the rate limits. */
export class Sessions1763642000000 implements MigrationInterface {
  name = 'Sessions1763642000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        expires_at timestamptz NOT NULL,
        token text NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL,
        ip_address text,
        user_agent text,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE
      );
      CREATE INDEX sessions_user_id_idx ON sessions (user_id);
      CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
      CREATE TABLE accounts (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id text NOT NULL,
        provider_id text NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        access_token text,
        refresh_token text,
        id_token text,
        access_token_expires_at timestamptz,
        refresh_token_expires_at timestamptz,
        scope text,
        password text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (provider_id, account_id)
      );
      CREATE INDEX accounts_user_id_idx ON accounts (user_id);
      CREATE TABLE verifications (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        identifier text NOT NULL,
        value text NOT NULL,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX verifications_identifier_idx ON verifications (identifier);
      CREATE TABLE rate_limits (
        key text PRIMARY KEY,
        count integer NOT NULL,
        resets_at timestamptz NOT NULL
      );
      CREATE INDEX rate_limits_resets_at_idx ON rate_limits (resets_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_limits, verifications, accounts, sessions');
  }
}
