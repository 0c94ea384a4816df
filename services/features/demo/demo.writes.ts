import type { Database } from '../../platform/database/database.js';
import { advisoryLocks } from '../../platform/database/locks.js';
import type { Tx } from '../../platform/database/tx.js';
import { recordActivity } from '../activity/activity.writes.js';
import { demoUsers } from '../auth/dev-mode.policy.js';
import { addInvoice } from '../invoices/invoices.writes.js';
import { addClient } from '../memberships/memberships.writes.js';
import { addProject, noteInvoice } from '../projects/projects.writes.js';
import { addQuote } from '../quotes/quotes.writes.js';
import { addStudio, takeInvoiceNumber } from '../studio/studio.writes.js';
import { addTracks } from '../tracks/tracks.writes.js';
import { addUser } from '../users/users.writes.js';
import { demoOpened } from './demo.events.js';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Ids of Dev Mode's data; the same on every installation. */
export const demo = {
  ...demoUsers,
  studioId: id(3),
  projectId: id(4),
  invoiceId: id(7),
  /** The project whose masters are still to be sorted. */
  nextProjectId: id(8),
} as const;

const INVOICED_CENTS = 9_999;
const DAY_MS = 24 * 3600_000;
const engineer = { name: 'Demo Engineer', email: 'engineer@demo.invalid' };
const client = { name: 'Demo Client', email: 'client@demo.invalid' };

/** Creates the demo users, their studio and a small project if they are missing. Existing data stays unchanged. */
export async function seedDemo(database: Database): Promise<void> {
  const { engineerId, clientId, studioId, projectId } = demo;
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.demo]);
    if ((await tx.query('SELECT 1 FROM users WHERE id = $1', [engineerId])).length > 0) return;
    await addStudio(tx, { id: studioId, name: 'Demo Mastering' });
    await addUser(tx, {
      ...engineer,
      id: engineerId,
      emailVerified: true,
      role: 'engineer',
      studioId,
      isOperator: true,
    });
    await addUser(tx, { ...client, id: clientId, emailVerified: true });
    await addClient(tx, studioId, clientId);
    await addProject(tx, {
      id: projectId,
      studioId,
      engineerId,
      clientId,
      title: 'Northern Line EP',
      notes: 'Two songs for streaming; vinyl later.',
      status: 'awaiting_payment',
    });
    await addTracks(tx, projectId, [
      { id: id(5), trackNumber: 1, title: 'Northern Line' },
      { id: id(6), trackNumber: 2, title: 'Glasshouse' },
    ]);
    await seedInvoice(tx);
  });
}

/** Creates a second project and requests audio for both, once, in a demo studio that has not been used yet. */
export async function openDemo(database: Database): Promise<void> {
  const { engineerId, clientId, studioId, projectId, nextProjectId } = demo;
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.demo]);
    const projects = await tx.query<{ id: string; isWorkedIn: boolean }>(
      `SELECT id, EXISTS (SELECT FROM files WHERE project_id = projects.id)
         OR EXISTS (SELECT FROM staging_files WHERE project_id = projects.id) AS "isWorkedIn"
       FROM projects WHERE studio_id = $1`,
      [studioId],
    );
    const [only, ...others] = projects;
    if (only?.id !== projectId || only.isWorkedIn || others.length > 0) return;
    await addProject(tx, {
      id: nextProjectId,
      studioId,
      engineerId,
      clientId,
      title: 'Harbour Sessions',
      notes: 'Three songs. Streaming first, an instrumental of Paper Moon for radio.',
      status: 'in_progress',
    });
    await addTracks(tx, nextProjectId, [
      { trackNumber: 1, title: 'Harbour' },
      { trackNumber: 2, title: 'Paper Moon' },
      { trackNumber: 3, title: 'Salt Road' },
    ]);
    await recordActivity(tx, {
      projectId: nextProjectId,
      type: 'project_created',
      actorId: engineerId,
      message: 'Created the project',
    });
    tx.emit(demoOpened, {});
  });
}

/** Adds an accepted quote and an invoice to the demo project, so that a payment can be demonstrated. */
async function seedInvoice(tx: Tx): Promise<void> {
  const { engineerId, clientId, studioId, projectId } = demo;
  const inThirtyDays = new Date(Date.now() + 30 * DAY_MS);
  const agreed = { projectId, amountCents: INVOICED_CENTS, currency: 'USD' as const };
  await addQuote(tx, {
    ...agreed,
    version: 1,
    status: 'accepted',
    notes: 'Two songs, streaming and CD.',
    expiresAt: inThirtyDays,
    createdBy: engineerId,
  });
  const { number, issuer, address, taxId } = await takeInvoiceNumber(tx, studioId);
  const invoice = await addInvoice(tx, {
    ...agreed,
    id: demo.invoiceId,
    studioId,
    number,
    dueDate: inThirtyDays.toISOString().slice(0, 10),
    issuer: { name: issuer, email: engineer.email, address, taxId },
    recipient: { ...client, address: '', taxId: '' },
  });
  await noteInvoice(tx, projectId, { ...agreed, id: invoice.id, status: 'pending' });
  const story: [type: string, actorId: string, message: string][] = [
    ['project_created', engineerId, 'Created the project'],
    ['quote_sent', engineerId, 'Sent a quote of $99.99'],
    ['quote_accepted', clientId, 'Accepted the quote of $99.99'],
    ['invoice_created', engineerId, 'Sent invoice #1 for $99.99'],
  ];
  for (const [type, actorId, message] of story) await recordActivity(tx, { projectId, type, actorId, message });
}
