import type { MigrationInterface, QueryRunner } from 'typeorm';

/** FLAC files for clients to listen to before payment, if their engineer allows it. */
export class LosslessListening1795384159774 implements MigrationInterface {
  name = 'LosslessListening1795384159774';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "projects" ADD "lossless_listening" boolean NOT NULL DEFAULT false;
      ALTER TABLE "audio" ADD "lossless_state" text;
      ALTER TABLE "audio" ADD "lossless_key" text;
      ALTER TABLE "audio" ADD "lossless_bytes" bigint;
      ALTER TABLE "audio" ADD "lossless_error" text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "audio" DROP COLUMN "lossless_error";
      ALTER TABLE "audio" DROP COLUMN "lossless_bytes";
      ALTER TABLE "audio" DROP COLUMN "lossless_key";
      ALTER TABLE "audio" DROP COLUMN "lossless_state";
      ALTER TABLE "projects" DROP COLUMN "lossless_listening";
    `);
  }
}
