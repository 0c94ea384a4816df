import type { Tx } from '../../platform/database/tx.js';
import { DEPARTED } from '../users/users.policy.js';
import { Approval } from './approval.entity.js';
import { PersonVerdict } from './person-verdict.entity.js';

/**
 * SQL: the people who decide in the project `projectId` and must approve its masters: the client once they have an
 * account, and everyone else once they have opened the project.
 */
export const deciders = (projectId: string): string => `
  SELECT u.id, u.name FROM projects p JOIN users u ON u.id = p.client_id
  WHERE p.id = ${projectId} AND u.invited_email IS NULL AND u.email NOT LIKE '%${DEPARTED}'
  UNION ALL
  SELECT u.id, u.name FROM project_people person JOIN users u ON u.id = person.user_id
    JOIN project_visits v ON v.project_id = person.project_id AND v.user_id = person.user_id
  WHERE person.project_id = ${projectId} AND person.role = 'decides'`;

/** Stores what one person says about a file. */
export async function saveVerdict(tx: Tx, given: PersonVerdict): Promise<void> {
  await tx.manager.upsert(PersonVerdict, given, ['fileId', 'userId']);
}

export async function forgetVerdict(tx: Tx, fileId: string, userId: string): Promise<void> {
  await tx.manager.delete(PersonVerdict, { fileId, userId });
}

/**
 * Adds the approval of a file to its verdicts, if it is not among them: a process of the previous version stores only
 * that. The caller has locked the project.
 */
export async function adoptApproval(tx: Tx, fileId: string): Promise<void> {
  await tx.query(
    `INSERT INTO verdicts (file_id, user_id, verdict, note, sha256, created_at)
     SELECT file_id, user_id, verdict, note, sha256, created_at FROM approvals WHERE file_id = $1
     ON CONFLICT DO NOTHING`,
    [fileId],
  );
}

/**
 * Derives a file's approval from its verdicts: changes are requested when one person who decides requests them, and it is
 * approved when all of them have approved it. The caller has locked the project.
 */
export async function settleApproval(tx: Tx, projectId: string, fileId: string): Promise<void> {
  const joint = await jointVerdict(tx, projectId, fileId);
  if (joint) await tx.manager.upsert(Approval, joint, ['fileId']);
  else await tx.manager.delete(Approval, { fileId });
}

/** Approves the masters of a project that waited only for a person who no longer decides. The caller has locked it. */
export async function settleProject(tx: Tx, projectId: string): Promise<void> {
  const waiting = await tx.query<{ fileId: string }>(
    `SELECT DISTINCT v.file_id AS "fileId" FROM verdicts v JOIN files f ON f.id = v.file_id
     WHERE f.project_id = $1 AND f.deleted_at IS NULL`,
    [projectId],
  );
  for (const { fileId } of waiting) {
    const joint = await jointVerdict(tx, projectId, fileId);
    if (joint) await tx.manager.upsert(Approval, joint, ['fileId']);
  }
}

async function jointVerdict(tx: Tx, projectId: string, fileId: string): Promise<PersonVerdict | null> {
  const given = await tx.query<PersonVerdict>(
    `SELECT v.file_id AS "fileId", v.user_id AS "userId", v.verdict, v.note, v.sha256, v.created_at AS "createdAt"
     FROM verdicts v JOIN files f ON f.id = v.file_id JOIN audio a ON a.id = f.audio_id AND a.sha256 = v.sha256
       JOIN projects p ON p.id = f.project_id
     WHERE v.file_id = $1 AND (v.user_id = p.client_id OR EXISTS (
       SELECT FROM project_people person
       WHERE person.project_id = p.id AND person.user_id = v.user_id AND person.role = 'decides'))
     ORDER BY v.created_at DESC`,
    [fileId],
  );
  const changes = given.find(({ verdict }) => verdict === 'changes_requested');
  if (changes) return changes;
  const awaited = await tx.query(`SELECT 1 FROM (${deciders('$1')}) decider WHERE decider.id <> ALL($2::uuid[])`, [
    projectId,
    given.map(({ userId }) => userId),
  ]);
  return awaited.length === 0 ? (given[0] ?? null) : null;
}
