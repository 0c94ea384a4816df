import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The track that each original of a client belongs to. */
export class MixPairings1795462000000 implements MigrationInterface {
  name = 'MixPairings1795462000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "mix_pairings" ("file_id" uuid NOT NULL, "track_id" uuid, "decided_by" text, "choices" uuid array NOT NULL DEFAULT '{}', CONSTRAINT "mix_pairings_pkey" PRIMARY KEY ("file_id"));
      CREATE INDEX "mix_pairings_track" ON "mix_pairings" ("track_id");
      ALTER TABLE "mix_pairings" ADD CONSTRAINT "mix_pairings_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "mix_pairings" ADD CONSTRAINT "mix_pairings_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "tracks"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "mix_pairings";
    `);
  }
}
