import type { Tx } from '../../platform/database/tx.js';
import type { ProjectRole } from '../../platform/domain-words.js';
import { Project } from './project.entity.js';
import { ProjectPerson } from './project-person.entity.js';
import { ProjectVisit } from './project-visit.entity.js';
import { publishRolesChange } from './projects.events.js';
import { PROJECT_ROLES } from './projects.policy.js';

type NewProject = Pick<Project, 'studioId' | 'engineerId' | 'clientId' | 'title' | 'notes'>;

export const addProject = (tx: Tx, project: NewProject & Partial<Project>): Promise<Project> =>
  tx.manager.save(tx.manager.create(Project, project));

/**
 * Assigns the studio's projects of one client to another, and the places in projects that the first was invited to.
 * Returns the projects' ids.
 */
export async function handOver(tx: Tx, studioId: string, fromId: string, toId: string): Promise<string[]> {
  const moved = await tx.query<{ id: string }>(
    'UPDATE projects SET client_id = $3 WHERE studio_id = $1 AND client_id = $2 RETURNING id',
    [studioId, fromId, toId],
  );
  const joined = await tx.query<{ id: string }>(
    `INSERT INTO project_people (project_id, user_id, invited_id, role, name, invited_by, created_at)
     SELECT project_id, $3, invited_id, person.role, name, invited_by, person.created_at
     FROM project_people person JOIN projects p ON p.id = project_id
     WHERE p.studio_id = $1 AND user_id = $2 AND p.client_id <> $3
     ON CONFLICT DO NOTHING RETURNING project_id AS id`,
    [studioId, fromId, toId],
  );
  await tx.query('DELETE FROM project_people WHERE user_id = $1', [fromId]);
  await tx.query(
    `DELETE FROM project_people USING projects p
     WHERE p.id = project_id AND p.studio_id = $1 AND p.client_id = $2 AND user_id = $2`,
    [studioId, toId],
  );
  return [...moved, ...joined].map(({ id }) => id);
}

export async function addPerson(tx: Tx, person: Omit<ProjectPerson, 'createdAt' | 'invitedId'>): Promise<void> {
  await tx.manager.insert(ProjectPerson, person);
  publishRolesChange(tx, person.userId);
}

/**
 * Returns the name that the person was invited with; null when they are not one of the project's people. With the right
 * to decide they lose their `invited_id`, and so the links that they made.
 */
export async function changePersonRole(
  tx: Tx,
  projectId: string,
  userId: string,
  role: ProjectRole,
): Promise<string | null> {
  const [person] = await tx.query<{ name: string }>(
    `UPDATE project_people SET role = $3,
       invited_id = CASE WHEN role = 'decides' AND $3 <> 'decides' THEN uuidv7() ELSE invited_id END
     WHERE project_id = $1 AND user_id = $2 RETURNING name`,
    [projectId, userId, role],
  );
  publishRolesChange(tx, userId);
  return person?.name ?? null;
}

/** Removes a person with their visit, so that they count as invited when they are invited again. Returns as above. */
export async function removePerson(tx: Tx, projectId: string, userId: string): Promise<string | null> {
  const [person] = await tx.query<{ name: string }>(
    'DELETE FROM project_people WHERE project_id = $1 AND user_id = $2 RETURNING name',
    [projectId, userId],
  );
  await tx.manager.delete(ProjectVisit, { projectId, userId });
  publishRolesChange(tx, userId);
  return person?.name ?? null;
}

/** Ends a person's access to the projects that they were invited to; only in one studio if it is given. */
export async function leaveInvitedProjects(tx: Tx, userId: string, studioId?: string): Promise<void> {
  await tx.query(
    `DELETE FROM project_people WHERE user_id = $1
       AND ($2::uuid IS NULL OR project_id IN (SELECT id FROM projects WHERE studio_id = $2))`,
    [userId, studioId ?? null],
  );
  publishRolesChange(tx, userId);
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

/** Records a change of the album that is not a change of its tracks' numbers and titles, which are counted by a trigger. */
export async function bumpAlbumRevision(tx: Tx, projectId: string): Promise<void> {
  await tx.query('UPDATE projects SET album_revision = album_revision + 1 WHERE id = $1', [projectId]);
}

/** Records a change of the studio's default gap, which counts for all of its albums. */
export async function bumpAlbumRevisions(tx: Tx, studioId: string): Promise<void> {
  await tx.query('SELECT 1 FROM projects WHERE studio_id = $1 ORDER BY id FOR NO KEY UPDATE', [studioId]);
  await tx.query('UPDATE projects SET album_revision = album_revision + 1 WHERE studio_id = $1', [studioId]);
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

/** Records that the user has opened the project. Returns whether it was for the first time. */
export async function recordVisit(tx: Tx, userId: string, projectId: string): Promise<boolean> {
  const [visit] = await tx.query<{ first: boolean }>(
    `INSERT INTO project_visits (user_id, project_id) VALUES ($1, $2)
     ON CONFLICT (user_id, project_id) DO UPDATE SET visited_at = now() RETURNING xmax = 0 AS first`,
    [userId, projectId],
  );
  return visit?.first === true;
}

/** The project's row, locked until the transaction ends; null when there is none. */
export const lockProject = (tx: Tx, projectId: string): Promise<Project | null> =>
  tx.manager.findOne(Project, { where: { id: projectId }, lock: { mode: 'pessimistic_write' } });

/** The roles in the projects that the person was invited to, by project id. */
export async function projectRolesOf(
  database: Pick<Tx, 'query'>,
  userId: string,
): Promise<Record<string, ProjectRole>> {
  const [person] = await database.query<{ roles: Record<string, ProjectRole> }>(
    `SELECT ${PROJECT_ROLES} AS roles FROM users WHERE id = $1`,
    [userId],
  );
  return person?.roles ?? {};
}
