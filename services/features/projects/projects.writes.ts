import type { Tx } from '../../platform/database/tx.js';
import { Project } from './project.entity.js';

type NewProject = Pick<Project, 'studioId' | 'engineerId' | 'clientId' | 'title' | 'notes'>;

export const addProject = (tx: Tx, project: NewProject & Partial<Project>): Promise<Project> =>
  tx.manager.save(tx.manager.create(Project, project));

/** Assigns the studio's projects of one client to another. Returns the projects' ids. */
export async function handOver(tx: Tx, studioId: string, fromId: string, toId: string): Promise<string[]> {
  const moved = await tx.query<{ id: string }>(
    'UPDATE projects SET client_id = $3 WHERE studio_id = $1 AND client_id = $2 RETURNING id',
    [studioId, fromId, toId],
  );
  return moved.map(({ id }) => id);
}

/** Sets the project's current invoice; null if it no longer has one. */
export async function noteInvoice(
  tx: Tx,
  projectId: string,
  invoice: {
    id: string;
    status: NonNullable<Project['invoiceStatus']>;
    amountCents: number;
    currency: NonNullable<Project['invoiceCurrency']>;
  } | null,
): Promise<void> {
  await tx.manager.update(
    Project,
    { id: projectId },
    {
      currentInvoiceId: invoice?.id ?? null,
      invoiceStatus: invoice?.status ?? null,
      invoiceAmountCents: invoice?.amountCents ?? null,
      invoiceCurrency: invoice?.currency ?? null,
    },
  );
}

/**
 * Records that the project's suggestions belong to that staging revision. Returns whether the project has changed
 * since, or null if newer suggestions, or the same ones, are already recorded.
 */
export async function noteSuggested(
  tx: Tx,
  projectId: string,
  revision: number,
): Promise<{ isBehind: boolean } | null> {
  const [current] = await tx.query<{ isBehind: boolean }>(
    `UPDATE projects SET suggested_revision = $2 WHERE id = $1 AND suggested_revision < $2
     RETURNING staging_revision > $2 AS "isBehind"`,
    [projectId, revision],
  );
  return current ?? null;
}

/** Keeps the suggestions as they are until the next change. */
export async function giveUpSuggesting(tx: Tx, projectId: string): Promise<void> {
  await tx.query('UPDATE projects SET suggested_revision = staging_revision WHERE id = $1', [projectId]);
}

/** Records that the project's working files have been deleted. */
export async function noteArchived(tx: Tx, projectId: string): Promise<void> {
  await tx.query('UPDATE projects SET archived_at = now() WHERE id = $1', [projectId]);
}

type ProjectSettings = Pick<Project, 'title' | 'notes' | 'status' | 'losslessListening'>;

export async function updateProject(tx: Tx, projectId: string, fields: Partial<ProjectSettings>): Promise<void> {
  await tx.manager.update(Project, { id: projectId }, fields);
}

/** Hides a project for the days that the trash is kept. */
export async function moveProjectToTrash(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.manager.update(Project, { id: projectId }, { trashedAt: () => 'now()', trashedBy: userId });
}

export async function restoreProject(tx: Tx, projectId: string): Promise<void> {
  await tx.manager.update(Project, { id: projectId }, { trashedAt: null, trashedBy: null });
}

/** Deletes the project's row and, by their foreign keys, everything that belongs to it. */
export async function deleteProject(tx: Tx, projectId: string): Promise<void> {
  await tx.manager.delete(Project, { id: projectId });
}

/** Records that the user has opened the project. */
export async function recordVisit(database: Pick<Tx, 'query'>, userId: string, projectId: string): Promise<void> {
  await database.query(
    `INSERT INTO project_visits (user_id, project_id) VALUES ($1, $2)
     ON CONFLICT (user_id, project_id) DO UPDATE SET visited_at = now()`,
    [userId, projectId],
  );
}

/** The project's row, locked until the transaction ends; null when there is none. */
export const lockProject = (tx: Tx, projectId: string): Promise<Project | null> =>
  tx.manager.findOne(Project, { where: { id: projectId }, lock: { mode: 'pessimistic_write' } });
