import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of each file a client has played. */
export class Listens1795443500000 implements MigrationInterface {
  name = 'Listens1795443500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "listens" ("user_id" uuid NOT NULL, "file_id" uuid NOT NULL, "seconds" real NOT NULL, "heard_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "listens_pkey" PRIMARY KEY ("user_id", "file_id"));
      CREATE INDEX "listens_file" ON "listens" ("file_id");
      ALTER TABLE "listens" ADD CONSTRAINT "listens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "listens" ADD CONSTRAINT "listens_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE "listens";
    `);
  }
}
