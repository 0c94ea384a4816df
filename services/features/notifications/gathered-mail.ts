import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { UNMAILED } from '../memberships/memberships.policy.js';
import type { GatheredNotification } from './contents/content.js';
import type { Notification } from './notification.entity.js';

/** A user who has just been sent a mail about comments in a project gets the next ones together after this time. */
const COMMENTS_MINUTES = 15;
/** Requests for changes wait only for an earlier mail with requests. They are not combined with other comments. */
const REQUESTS_MINUTES = 2;
const COMMENTS: readonly NotificationType[] = ['comment_on_masters', 'project_comment', 'new_comment', 'mention'];

/**
 * Notifications about files are sent in one mail when no new one has come for a while, or when the first has waited
 * long enough.
 */
const FILES_QUIET_MINUTES = 2;
const FILES_LONGEST_MINUTES = 30;
const FILES: readonly NotificationType[] = ['file_uploaded', 'file_deleted', 'masters_available', 'revision_uploaded'];

type Queries = Pick<Tx, 'query'>;

/** SQL: its user is the project's engineer, its client, or one of its other people, whom the studio has not suspended. */
const SEES_PROJECT = `EXISTS (
  SELECT FROM users reader JOIN projects p ON p.id = (n.metadata->>'projectId')::uuid WHERE reader.id = n.user_id
    AND (p.studio_id = reader.studio_id OR p.client_id = reader.id OR EXISTS (
      SELECT FROM project_people person JOIN studio_clients c ON c.user_id = person.user_id AND c.studio_id = p.studio_id
      WHERE person.project_id = p.id AND person.user_id = reader.id
        AND coalesce(c.suspended_at, reader.suspended_at) IS NULL)))`;

/**
 * SQL: the notification is less than a day old, neither read nor mailed, and its user wants such mails and may get
 * them. $1 are the types, $2 is now.
 */
const WAITING = `n.type = ANY($1) AND n.read_at IS NULL AND n.emailed_at IS NULL AND n.mail_failed_at IS NULL
  AND n.created_at > $2::timestamptz - interval '1 day'
  AND NOT EXISTS (SELECT FROM muted_mails m WHERE m.user_id = n.user_id AND m.type = n.type)
  AND NOT EXISTS (SELECT FROM projects p JOIN users u ON u.id = p.client_id
                  WHERE p.id = (n.metadata->>'projectId')::uuid
                    AND (p.trashed_at IS NOT NULL OR (u.id = n.user_id AND ${UNMAILED})))
  AND (n.metadata->>'projectId' IS NULL OR ${SEES_PROJECT})`;

/** SQL: the notification is about a request for changes. */
const asksIn = (row: 'n' | 'sent') => `(${row}.metadata->>'changesAsked' IS NOT NULL)`;

/** SQL: its user has just been sent a mail about comments, or about requests if it is one, in this project. */
const MAILED_JUST_NOW = `EXISTS (
  SELECT FROM notifications sent WHERE sent.user_id = n.user_id AND sent.type = ANY($1)
    AND sent.metadata->>'projectId' = n.metadata->>'projectId' AND (${asksIn('sent')} OR NOT ${asksIn('n')})
    AND sent.emailed_at > $2::timestamptz
      - make_interval(mins => CASE WHEN ${asksIn('n')} THEN ${REQUESTS_MINUTES} ELSE ${COMMENTS_MINUTES} END))`;

/** SQL, over a group of notifications about files: the upload is over, or its first file has waited long enough. */
const FILES_DUE = `(max(n.created_at) <= $2::timestamptz - interval '${FILES_QUIET_MINUTES} minutes'
  OR min(n.created_at) <= $2::timestamptz - interval '${FILES_LONGEST_MINUTES} minutes')`;

/**
 * SQL: it was there when the mail was handed to the mail server, if that did not answer. A second try under the same
 * Message-ID says the same, because a receiver that has the first drops it.
 */
const inFirstTry = (id: '$5' | '$6') =>
  `n.created_at <= coalesce((SELECT handed_over_at FROM mail_handovers WHERE mail_id = ${id}), 'infinity')`;

/**
 * The notifications that are sent in one mail with this one, oldest first; only this one if its type is never combined.
 * Null if the mail of an earlier one includes it, or if the sweep will send it later with others.
 */
export async function mailedWith(
  database: Queries,
  notification: Notification,
): Promise<GatheredNotification[] | null> {
  const { type, metadata } = notification;
  if (COMMENTS.includes(type)) return commentsWith(database, notification);
  if (FILES.includes(type) && metadata.fileId) return filesWith(database, notification);
  return [notification];
}

/** The first of each group that is due now. */
export async function dueGroups(database: Queries): Promise<{ id: string }[]> {
  const comments = await database.query<{ id: string }>(
    `SELECT DISTINCT ON (n.user_id, n.metadata->>'projectId', ${asksIn('n')}) n.id FROM notifications n
     WHERE ${WAITING} AND NOT ${MAILED_JUST_NOW} AND n.created_at < $2::timestamptz - interval '1 minute'
     ORDER BY n.user_id, n.metadata->>'projectId', ${asksIn('n')}, n.id`,
    [COMMENTS, clock.now()],
  );
  const files = await database.query<{ id: string }>(
    `SELECT (array_agg(n.id ORDER BY n.id))[1] AS id FROM notifications n
     WHERE ${WAITING} AND n.metadata->>'fileId' IS NOT NULL
     GROUP BY n.user_id, n.metadata->>'projectId', n.type HAVING ${FILES_DUE}`,
    [FILES, clock.now()],
  );
  return [...comments, ...files];
}

async function commentsWith(
  database: Queries,
  { id, userId, metadata }: Notification,
): Promise<GatheredNotification[] | null> {
  const waiting = await database.query<GatheredNotification & { held: boolean }>(
    `SELECT n.id, n.message, n.metadata, ${MAILED_JUST_NOW} AS held FROM notifications n
     WHERE ${WAITING} AND n.user_id = $3 AND n.metadata->>'projectId' = $4 AND ${asksIn('n')} = $5 AND ${inFirstTry('$6')}
     ORDER BY n.id`,
    [COMMENTS, clock.now(), userId, metadata.projectId ?? '', metadata.changesAsked === true, id],
  );
  const [first] = waiting;
  return first?.id === id && !first.held ? waiting : null;
}

async function filesWith(
  database: Queries,
  { id, userId, type, metadata }: Notification,
): Promise<GatheredNotification[] | null> {
  const [group] = await database.query<{ due: boolean; waiting: GatheredNotification[] | null }>(
    `SELECT ${FILES_DUE} AS due, jsonb_agg(jsonb_build_object('id', n.id, 'message', n.message, 'metadata', n.metadata) ORDER BY n.id) AS waiting
     FROM notifications n
     WHERE ${WAITING} AND n.metadata->>'fileId' IS NOT NULL AND n.user_id = $3 AND n.metadata->>'projectId' = $4
       AND ${inFirstTry('$5')}`,
    [[type], clock.now(), userId, metadata.projectId ?? '', id],
  );
  return group?.due && group.waiting?.[0]?.id === id ? group.waiting : null;
}
