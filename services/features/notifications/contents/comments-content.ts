import type { EntityManager } from 'typeorm';
import type { MailBlock } from '../../../platform/mail/layout.js';
import { clockTime } from '../../../platform/text.js';
import { Approval } from '../../files/approval.entity.js';
import { commentPlace } from '../place.js';
import { type Content, type GatheredNotification, type MailedNotification, MAX_LISTED, sentence } from './content.js';

/** Maximum length of each text in a mail; the portal has the rest. */
const MAX_TEXT = 2_000;

interface CommentRow {
  id: string;
  text: string;
  author: string;
  fileName: string | null;
  seconds: number | null;
  answeredText: string | null;
  answeredBy: string | null;
  answeredId: string | null;
}

/** Each comment in full with what it answers, and a link to its track and second. */
export async function commentsContent(manager: EntityManager, mailed: MailedNotification): Promise<Content | null> {
  const { gathered } = mailed;
  const shown = gathered.slice(0, MAX_LISTED);
  const rest = gathered.length - shown.length;
  const comments = await commentsOf(
    manager,
    shown.flatMap(({ metadata }) => metadata.commentId ?? []),
  );
  const parts = await Promise.all(shown.map((one) => partOf(manager, mailed, one, comments)));
  if (gathered.length === 1) {
    const place = commentPlace(gathered[0]!.metadata, mailed.project.id);
    return { body: parts.flat(), button: place };
  }
  const body = shown.flatMap((one, index) => {
    const { label, path } = commentPlace(one.metadata, mailed.project.id);
    return [...parts[index]!, { label, url: mailed.publicUrl + path }];
  });
  return { body: [...body, ...(rest > 0 ? [`… and ${rest} more.`] : [])] };
}

async function partOf(
  manager: EntityManager,
  { project, reader }: MailedNotification,
  { message, metadata }: GatheredNotification,
  comments: Map<string, CommentRow>,
): Promise<MailBlock[]> {
  const comment = metadata.commentId ? comments.get(metadata.commentId) : undefined;
  if (!comment) return [sentence(message), ...(await noteOf(manager, metadata))];
  const { author, text, fileName, seconds, answeredText, answeredBy, answeredId } = comment;
  const place =
    fileName === null
      ? `in “${project.title}”`
      : `on ${fileName}${seconds === null ? '' : ` at ${clockTime(seconds)}`}`;
  const about = metadata.quoteId ? `about the quote for “${project.title}”` : place;
  if (answeredText === null) return [`${author} wrote ${about}:`, cut(text)];
  const whom = answeredId === reader.id ? 'you' : answeredBy;
  return [
    `${author} answered ${whom === author ? 'their own comment' : whom} ${about}:`,
    cut(text),
    `${whom === 'you' ? 'You' : whom} had written:`,
    { quoted: cut(answeredText) },
  ];
}

/** The note of a verdict, if the message has only its beginning. */
async function noteOf(manager: EntityManager, { fileId }: GatheredNotification['metadata']): Promise<MailBlock[]> {
  const approval = fileId ? await manager.findOneBy(Approval, { fileId }) : null;
  return approval?.note ? [{ quoted: cut(approval.note) }] : [];
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).trimEnd()}…` : text);

/** A reply answers the comment before it in its thread. */
async function commentsOf(manager: EntityManager, ids: string[]): Promise<Map<string, CommentRow>> {
  const rows: CommentRow[] = await manager.query(
    `SELECT c.id, c.comment AS text, coalesce(c.guest_name || ' (guest)', u.name) AS author, f.original_name AS "fileName", c.timestamp_seconds AS seconds,
            earlier.comment AS "answeredText", earlier.author AS "answeredBy", earlier.user_id AS "answeredId"
     FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN files f ON f.id = c.file_id
       LEFT JOIN LATERAL (
         SELECT before.comment, CASE WHEN before.guest_name IS NULL THEN before.user_id END AS user_id,
           coalesce(before.guest_name || ' (guest)', a.name) AS author FROM comments before JOIN users a ON a.id = before.user_id
         WHERE c.parent_id IN (before.id, before.parent_id) AND before.id < c.id AND before.deleted_at IS NULL
         ORDER BY before.id DESC LIMIT 1) earlier ON true
     WHERE c.id = ANY($1) AND c.deleted_at IS NULL`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
