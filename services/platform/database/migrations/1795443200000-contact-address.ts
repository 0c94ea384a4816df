import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ContactAddress1795443200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "studios" ADD "contact_email" text NOT NULL DEFAULT ''`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "studios" DROP COLUMN "contact_email"`);
  }
}
