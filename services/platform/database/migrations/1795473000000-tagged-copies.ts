import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lengths and checksums of the tagged copies in deliveries, and the covers that they contain. */
export class TaggedCopies1795473000000 implements MigrationInterface {
  name = 'TaggedCopies1795473000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "tagged_copies" ("edition_id" uuid NOT NULL, "file_id" uuid NOT NULL, "tagger" integer NOT NULL, "size_bytes" bigint NOT NULL, "sha256" text, "crc32" bigint NOT NULL, "samples_md5" text NOT NULL, "head_bytes" integer NOT NULL, "from_byte" bigint NOT NULL, "to_byte" bigint NOT NULL, "tail_bytes" integer NOT NULL, "loudness" jsonb, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "tagged_copies_pkey" PRIMARY KEY ("edition_id", "file_id"));
      CREATE TABLE "edition_covers" ("project_id" uuid NOT NULL, "sha256" text NOT NULL, "content_type" text NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "bytes" bytea NOT NULL, CONSTRAINT "edition_covers_pkey" PRIMARY KEY ("project_id", "sha256"));
      ALTER TABLE "tagged_copies" ADD CONSTRAINT "tagged_copies_edition_id_fkey" FOREIGN KEY ("edition_id") REFERENCES "editions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "tagged_copies" ADD CONSTRAINT "tagged_copies_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "edition_covers" ADD CONSTRAINT "edition_covers_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "edition_covers"; DROP TABLE "tagged_copies"');
  }
}
