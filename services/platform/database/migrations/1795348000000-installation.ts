import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The id of the installation, and the expected state of its object store when it is first connected: empty for a new
 * database, not empty for one with files.
 */
export class Installation1795348000000 implements MigrationInterface {
  name = 'Installation1795348000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "installation" (
        "is_only" boolean PRIMARY KEY DEFAULT true CHECK ("is_only"),
        "id" uuid NOT NULL DEFAULT uuidv7(),
        "expected_store" text NOT NULL,
        "store_marked_at" timestamptz,
        "unknown_objects" jsonb
      );
      INSERT INTO "installation" ("expected_store") SELECT CASE
        WHEN EXISTS (SELECT FROM "audio") THEN 'filled'
        WHEN EXISTS (SELECT FROM "users") THEN 'any'
        ELSE 'empty'
      END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "installation"');
  }
}
