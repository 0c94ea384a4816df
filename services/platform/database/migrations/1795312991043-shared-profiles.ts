import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A studio cannot read a profile just by entering the address: people who accepted another studio's invitation keep theirs. */
export class SharedProfiles1795312991043 implements MigrationInterface {
  name = 'SharedProfiles1795312991043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studio_clients" ADD "shares_profile" boolean NOT NULL DEFAULT true;
      UPDATE studio_clients c SET shares_profile = false
      FROM users u
      WHERE u.id = c.user_id
        AND EXISTS (SELECT FROM invites i WHERE i.email = u.email AND i.state = 'accepted')
        AND NOT EXISTS (SELECT FROM invites i WHERE i.email = u.email AND i.state = 'accepted' AND i.studio_id = c.studio_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "studio_clients" DROP COLUMN "shares_profile";
    `);
  }
}
