import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metadata of releases and tracks, and covers. */
export class Metadata1795443300000 implements MigrationInterface {
  name = 'Metadata1795443300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "release_metadata" (
        "project_id" uuid NOT NULL,
        "artist" text NOT NULL DEFAULT '',
        "album" text NOT NULL DEFAULT '',
        "upc" text NOT NULL DEFAULT '',
        "catalogue_number" text NOT NULL DEFAULT '',
        "label" text NOT NULL DEFAULT '',
        "release_date" text NOT NULL DEFAULT '',
        "genre" text NOT NULL DEFAULT '',
        "language" text NOT NULL DEFAULT '',
        "p_line" text NOT NULL DEFAULT '',
        "c_line" text NOT NULL DEFAULT '',
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "release_metadata_pkey" PRIMARY KEY ("project_id")
      );
      CREATE TABLE "track_metadata" (
        "track_id" uuid NOT NULL,
        "version" text NOT NULL DEFAULT '',
        "artist" text NOT NULL DEFAULT '',
        "featured" text NOT NULL DEFAULT '',
        "composers" text NOT NULL DEFAULT '',
        "explicit" text NOT NULL DEFAULT '',
        "lyrics" text NOT NULL DEFAULT '',
        "isrc_instrumental" text NOT NULL DEFAULT '',
        "isrc_clean" text NOT NULL DEFAULT '',
        "isrc_edit" text NOT NULL DEFAULT '',
        CONSTRAINT "track_metadata_pkey" PRIMARY KEY ("track_id")
      );
      CREATE TABLE "covers" (
        "project_id" uuid NOT NULL,
        "content_type" text NOT NULL,
        "width" integer NOT NULL,
        "height" integer NOT NULL,
        "colour_space" text NOT NULL,
        "sha256" text NOT NULL,
        "bytes" bytea NOT NULL,
        "thumbnail" bytea NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "covers_pkey" PRIMARY KEY ("project_id")
      );
      -- Pictures are compressed already.
      ALTER TABLE "covers" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
      ALTER TABLE "release_metadata" ADD CONSTRAINT "release_metadata_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "track_metadata" ADD CONSTRAINT "track_metadata_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "tracks"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "covers" ADD CONSTRAINT "covers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "covers";
      DROP TABLE "track_metadata";
      DROP TABLE "release_metadata";
    `);
  }
}
