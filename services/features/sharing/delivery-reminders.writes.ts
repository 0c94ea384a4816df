import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { UNLOCKED } from '../projects/projects.policy.js';
import { lockProject } from '../projects/projects.writes.js';
import { Edition } from './edition.entity.js';
import { presentFinals } from './link-fetches.writes.js';
import { ShareLink } from './share-link.entity.js';
import { MAKER_SHARES } from './sharing.policy.js';

type Queries = Pick<Tx, 'query'>;

export interface DueDeliveryReminder {
  projectId: string;
  editionId: string;
  /** Null for the reminder of the client. */
  linkId: string | null;
  /** Days that the edition has waited. */
  days: number;
}

/** SQL: the newest announced edition `e` of the project `p`, whose studio `s` wants reminders. */
const ANNOUNCED = `editions e JOIN ${LIVE_PROJECTS} p ON p.id = e.project_id JOIN studios s ON s.id = p.studio_id
  AND s.delivery_reminder_days > 0 AND ${UNLOCKED} AND e.announced_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM editions newer WHERE newer.project_id = p.id AND newer.number > e.number AND newer.announced_at IS NOT NULL)`;

const isPast = (since: string) => `${since} <= $1::timestamptz - s.delivery_reminder_days * interval '1 day'`;

/** Delivery links through which the newest edition was not downloaded in time, and editions that waited as long. */
export function dueDeliveryReminders(
  source: Queries,
  { projectId = null }: { projectId?: string | null } = {},
): Promise<DueDeliveryReminder[]> {
  return source.query<DueDeliveryReminder>(
    `SELECT p.id AS "projectId", e.id AS "editionId", link.id AS "linkId", s.delivery_reminder_days AS days
     FROM share_links link JOIN ${ANNOUNCED} ON link.project_id = p.id
     WHERE link.purpose = 'delivery' AND link.revoked_at IS NULL AND ${MAKER_SHARES} AND (link.ends_at IS NULL OR link.ends_at > $1)
       AND link.fetched_edition < e.number AND link.reminded_edition < e.number
       AND ${isPast('greatest(e.announced_at, link.created_at)')} AND ($2::uuid IS NULL OR p.id = $2)
     UNION ALL
     SELECT p.id, e.id, NULL, s.delivery_reminder_days FROM ${ANNOUNCED}
     WHERE e.reminded_at IS NULL AND ${isPast('e.announced_at')} AND ($2::uuid IS NULL OR p.id = $2)`,
    [clock.now(), projectId],
  );
}

export type ClaimedReminder = { project: Project; edition: Edition } & (
  | { link: ShareLink; missing: number; total: number }
  /** `makers` are reminded of their own links instead. */
  | { link: null; makers: string[] }
);

/** Claims a reminder that is still due; null if there is none, or if all files were downloaded meanwhile. */
export async function claimDeliveryReminder(tx: Tx, due: DueDeliveryReminder): Promise<ClaimedReminder | null> {
  const project = await lockProject(tx, due.projectId);
  const still = await dueDeliveryReminders(tx, due);
  if (!project || !still.some((one) => one.editionId === due.editionId && one.linkId === due.linkId)) return null;
  const edition = await tx.manager.findOneByOrFail(Edition, { id: due.editionId });
  if (due.linkId === null) return claimForClient(tx, project, edition);
  const link = await tx.manager.findOneByOrFail(ShareLink, { id: due.linkId });
  await tx.manager.update(ShareLink, { id: link.id }, { remindedEdition: edition.number });
  const finals = await presentFinals(tx, link, edition);
  const complete = await tx.query(
    'SELECT FROM share_link_fetches WHERE link_id = $1 AND file_id = ANY($2) AND completed_at IS NOT NULL',
    [link.id, finals],
  );
  const missing = finals.length - complete.length;
  return missing > 0 ? { project, edition, link, missing, total: finals.length } : null;
}

async function claimForClient(tx: Tx, project: Project, edition: Edition): Promise<ClaimedReminder | null> {
  await tx.manager.update(Edition, { id: edition.id }, { remindedAt: clock.now() });
  const links = await tx.manager.findBy(ShareLink, { projectId: project.id, purpose: 'delivery' });
  const finals = await presentFinals(tx, { trackIds: null, formats: null }, edition);
  const fetched = await tx.query(
    `SELECT FROM file_downloads WHERE file_id = ANY($1) AND completed_at IS NOT NULL
     GROUP BY user_id HAVING count(*) = $2`,
    [finals, finals.length],
  );
  const byLink = links.some(({ fetchedEdition }) => fetchedEdition >= edition.number);
  if (finals.length === 0 || fetched.length > 0 || byLink) return null;
  const makers = links.filter(({ revokedAt }) => revokedAt === null).map(({ createdBy }) => createdBy);
  return { project, edition, link: null, makers };
}
