import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An archive that answers ranges needs the checksum of each file; a studio chooses the names of the files in it. */
export class ResumableArchives1795442900000 implements MigrationInterface {
  name = 'ResumableArchives1795442900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "audio" ADD "crc32" bigint;
      ALTER TABLE "studios" ADD "file_name_template" text NOT NULL DEFAULT '{nn} {title} ({slot} {bits}-{rate})';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studios" DROP COLUMN "file_name_template";
      ALTER TABLE "audio" DROP COLUMN "crc32";
    `);
  }
}
