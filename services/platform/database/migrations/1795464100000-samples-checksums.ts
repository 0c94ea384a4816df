import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checksum of the samples of a file, which is the same in copies with other tags. */
export class SamplesChecksums1795464100000 implements MigrationInterface {
  name = 'SamplesChecksums1795464100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "audio" ADD "samples_sha256" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "audio" DROP COLUMN "samples_sha256"`);
  }
}
