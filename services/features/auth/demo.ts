import type { Database } from '../../platform/database/database.js';
import { advisoryLocks } from '../../platform/database/locks.js';
import type { Tx } from '../../platform/database/tx.js';
import { slotTypes } from '../../platform/domain-words.js';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The identities of Dev Mode; the same on every installation. */
export const demo = {
  engineerId: id(1),
  clientId: id(2),
  studioId: id(3),
  projectId: id(4),
  invoiceId: id(7),
} as const;

const INVOICED_CENTS = 9_999;

const tracks = [
  { id: id(5), number: 1, title: 'Northern Line' },
  { id: id(6), number: 2, title: 'Glasshouse' },
];

/** Puts the demo people, their studio and one small project where they are missing; what is there stays as it is. */
export async function seedDemo(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.demo]);
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
    await seedInvoice(tx);
  });
}

/** The demo project is agreed upon and invoiced, so that the demonstration of a payment has something to pay. */
async function seedInvoice(tx: Tx): Promise<void> {
  const { engineerId, clientId, studioId, projectId } = demo;
  await tx.query(
    `INSERT INTO quotes (project_id, version, status, amount_cents, currency, notes, expires_at, created_by)
     VALUES ($1, 1, 'accepted', $2, 'USD', 'Two songs, streaming and CD.', now() + interval '30 days', $3)`,
    [projectId, INVOICED_CENTS, engineerId],
  );
  const nobody = { address: '', taxId: '' };
  await tx.query(
    `INSERT INTO invoices (id, studio_id, project_id, number, amount_cents, currency, due_date, issuer, recipient)
     VALUES ($1, $2, $3, 1, $4, 'USD', current_date + 30, $5, $6)`,
    [
      demo.invoiceId,
      studioId,
      projectId,
      INVOICED_CENTS,
      { name: 'Demo Mastering', email: 'engineer@demo.invalid', ...nobody },
      { name: 'Demo Client', email: 'client@demo.invalid', ...nobody },
    ],
  );
  await tx.query('UPDATE studios SET last_invoice_number = 1 WHERE id = $1', [studioId]);
  await tx.query(
    `UPDATE projects SET status = 'awaiting_payment', current_invoice_id = $2, invoice_status = 'pending',
       invoice_amount_cents = $3, invoice_currency = 'USD' WHERE id = $1`,
    [projectId, demo.invoiceId, INVOICED_CENTS],
  );
  const story: [type: string, actorId: string, message: string][] = [
    ['project_created', engineerId, 'Created the project'],
    ['quote_sent', engineerId, 'Sent a quote of $99.99'],
    ['quote_accepted', clientId, 'Accepted the quote of $99.99'],
    ['invoice_created', engineerId, 'Sent invoice #1 over $99.99'],
  ];
  for (const [type, actorId, message] of story) {
    await tx.query('INSERT INTO activities (project_id, type, actor_id, message) VALUES ($1, $2, $3, $4)', [
      projectId,
      type,
      actorId,
      message,
    ]);
  }
}
