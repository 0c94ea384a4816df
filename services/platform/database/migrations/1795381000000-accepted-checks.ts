import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed checks of a file in a slot that an engineer has seen and accepted. */
export class AcceptedChecks1795381000000 implements MigrationInterface {
  name = 'AcceptedChecks1795381000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "accepted_checks" ("audio_id" uuid NOT NULL, "slot_type" text NOT NULL, "code" text NOT NULL, "user_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "accepted_checks_pkey" PRIMARY KEY ("audio_id", "slot_type", "code"));
      ALTER TABLE "accepted_checks" ADD CONSTRAINT "accepted_checks_audio_id_fkey" FOREIGN KEY ("audio_id") REFERENCES "audio"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
      ALTER TABLE "accepted_checks" ADD CONSTRAINT "accepted_checks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "accepted_checks" DROP CONSTRAINT "accepted_checks_user_id_fkey";
      ALTER TABLE "accepted_checks" DROP CONSTRAINT "accepted_checks_audio_id_fkey";
      DROP TABLE "accepted_checks";
    `);
  }
}
