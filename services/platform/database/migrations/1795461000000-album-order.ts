import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Order, gaps, discs and sides of albums, and what clients propose for them. The trigger counts changes that processes of
 * the previous version make, too.
 */
export class AlbumOrder1795461000000 implements MigrationInterface {
  name = 'AlbumOrder1795461000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "albums" ("project_id" uuid NOT NULL, "vinyl_format" text NOT NULL DEFAULT '12-33', CONSTRAINT "albums_pkey" PRIMARY KEY ("project_id"));
      CREATE TABLE "album_tracks" ("track_id" uuid NOT NULL, "disc" integer NOT NULL DEFAULT '1', "side" text, "gap_frames" integer, CONSTRAINT "album_tracks_pkey" PRIMARY KEY ("track_id"));
      CREATE TABLE "album_proposals" ("id" uuid NOT NULL DEFAULT uuidv7(), "project_id" uuid NOT NULL, "proposed_by" uuid NOT NULL, "revision" integer NOT NULL DEFAULT '1', "order" jsonb, "titles" jsonb NOT NULL DEFAULT '{}', "status" text NOT NULL DEFAULT 'open', "answered_by" uuid, "answered_at" TIMESTAMP WITH TIME ZONE, "answer" text NOT NULL DEFAULT '', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "album_proposals_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "album_proposals_project" ON "album_proposals"  ("project_id", "created_at") ;
      CREATE UNIQUE INDEX "album_proposals_open" ON "album_proposals"  ("project_id") WHERE status = 'open';
      ALTER TABLE "projects" ADD "album_revision" integer NOT NULL DEFAULT '0';
      ALTER TABLE "studios" ADD "album_gap_frames" integer NOT NULL DEFAULT '150';
      ALTER TABLE "albums" ADD CONSTRAINT "albums_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "album_tracks" ADD CONSTRAINT "album_tracks_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "tracks"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "album_proposals" ADD CONSTRAINT "album_proposals_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "album_proposals" ADD CONSTRAINT "album_proposals_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
      ALTER TABLE "album_proposals" ADD CONSTRAINT "album_proposals_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

      CREATE FUNCTION tracks_change_album() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          UPDATE projects SET album_revision = album_revision + 1 WHERE id IN (
            SELECT now.project_id FROM now JOIN before ON before.id = now.id
            WHERE (before.track_number, before.title) IS DISTINCT FROM (now.track_number, now.title));
        ELSIF TG_OP = 'INSERT' THEN
          UPDATE projects SET album_revision = album_revision + 1 WHERE id IN (SELECT project_id FROM now);
        ELSE
          UPDATE projects SET album_revision = album_revision + 1 WHERE id IN (SELECT project_id FROM before);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER tracks_change_album_insert AFTER INSERT ON tracks
        REFERENCING NEW TABLE AS now FOR EACH STATEMENT EXECUTE FUNCTION tracks_change_album();
      CREATE TRIGGER tracks_change_album_update AFTER UPDATE ON tracks
        REFERENCING OLD TABLE AS before NEW TABLE AS now FOR EACH STATEMENT EXECUTE FUNCTION tracks_change_album();
      CREATE TRIGGER tracks_change_album_delete AFTER DELETE ON tracks
        REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tracks_change_album();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER tracks_change_album_delete ON tracks;
      DROP TRIGGER tracks_change_album_update ON tracks;
      DROP TRIGGER tracks_change_album_insert ON tracks;
      DROP FUNCTION tracks_change_album();
      DROP TABLE "album_proposals";
      DROP TABLE "album_tracks";
      DROP TABLE "albums";
      ALTER TABLE "studios" DROP COLUMN "album_gap_frames";
      ALTER TABLE "projects" DROP COLUMN "album_revision";
    `);
  }
}
