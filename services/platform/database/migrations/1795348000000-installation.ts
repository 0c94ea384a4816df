import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which installation this is, and what its object store must look like when it is met for the first time: a new database
 * wants an empty store, one that has files wants one that is not.
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
