import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticator apps as a second factor at the sign-in. */
export class SecondFactors1795380100000 implements MigrationInterface {
  name = 'SecondFactors1795380100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "second_factors" ("user_id" uuid NOT NULL, "sealed_secret" text NOT NULL, "confirmed_at" TIMESTAMP WITH TIME ZONE, "last_step" integer NOT NULL DEFAULT '0', "recovery_hashes" text array NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"));
      ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "second_factors" DROP CONSTRAINT "second_factors_user_id_fkey";
      DROP TABLE "second_factors";
    `);
  }
}
