import type { Database } from '../../platform/database/database.js';
import { slotTypes } from '../../platform/http/fields.js';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The identities of Dev Mode; the same on every installation. */
export const demo = {
  engineerId: id(1),
  clientId: id(2),
  studioId: id(3),
  projectId: id(4),
} as const;

const tracks = [
  { id: id(5), number: 1, title: 'Northern Line' },
  { id: id(6), number: 2, title: 'Glasshouse' },
];

/** Puts the demo people, their studio and one small project where they are missing; what is there stays as it is. */
export async function seedDemo(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(4715002)');
    if ((await tx.query('SELECT 1 FROM users WHERE id = $1', [demo.engineerId])).length > 0) return;
    await tx.query(`INSERT INTO studios (id, name) VALUES ($1, 'Demo Mastering')`, [demo.studioId]);
    await tx.query(
      `INSERT INTO users (id, name, email, email_verified, role, studio_id, is_operator)
       VALUES ($1, 'Demo Engineer', 'engineer@demo.invalid', true, 'engineer', $3, true),
              ($2, 'Demo Client', 'client@demo.invalid', true, 'client', NULL, false)`,
      [demo.engineerId, demo.clientId, demo.studioId],
    );
    await tx.query('INSERT INTO studio_clients (studio_id, user_id) VALUES ($1, $2)', [demo.studioId, demo.clientId]);
    await tx.query(
      `INSERT INTO projects (id, studio_id, engineer_id, client_id, title, notes)
       VALUES ($1, $2, $3, $4, 'Northern Line EP', 'Two songs for streaming; vinyl later.')`,
      [demo.projectId, demo.studioId, demo.engineerId, demo.clientId],
    );
    for (const track of tracks) {
      await tx.query('INSERT INTO tracks (id, project_id, track_number, title) VALUES ($1, $2, $3, $4)', [
        track.id,
        demo.projectId,
        track.number,
        track.title,
      ]);
      await tx.query(
        `INSERT INTO slots (track_id, slot_type, is_required)
         SELECT $1, slot_type, slot_type = 'streaming_master' FROM unnest($2::text[]) AS slot_type`,
        [track.id, slotTypes],
      );
    }
  });
}
