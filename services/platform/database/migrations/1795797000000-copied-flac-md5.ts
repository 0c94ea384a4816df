import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The MD5 that the tagged copy of a FLAC states. */
export class CopiedFlacMd51795797000000 implements MigrationInterface {
  name = 'CopiedFlacMd51795797000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tagged_copies" ADD "flac_md5" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tagged_copies" DROP COLUMN "flac_md5"');
  }
}
