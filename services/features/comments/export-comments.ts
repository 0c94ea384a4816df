import { csvRow } from '../../platform/csv.js';
import { clockTime } from '../../platform/text.js';
import type { CommentView, ExportFormat } from './comments.schema.js';

interface ExportedComment {
  contentType: string;
  extension: string;
  text: string;
}

/** Exports comments ordered by file and position; replies follow the comment they reply to. */
export function exportComments(comments: readonly CommentView[], format: ExportFormat): ExportedComment {
  const ordered = inOrder(comments.filter((comment) => !comment.deleted)).map((comment) =>
    comment.guest ? { ...comment, userName: `${comment.userName} (guest)` } : comment,
  );
  if (format === 'csv') return { contentType: 'text/csv', extension: 'csv', text: csv(ordered) };
  if (format === 'reaper') return { contentType: 'text/csv', extension: 'reaper.csv', text: reaper(ordered) };
  return { contentType: 'text/plain', extension: 'txt', text: list(ordered) };
}

function inOrder(comments: readonly CommentView[]): CommentView[] {
  const replies = Map.groupBy(comments, (comment) => comment.parentId);
  const kept = new Set(comments.map(({ id }) => id));
  const first = comments.filter(({ parentId }) => parentId === null || !kept.has(parentId));
  return first
    .toSorted(
      (a, b) =>
        (a.fileName ?? '').localeCompare(b.fileName ?? '') ||
        (a.timestampSeconds ?? -1) - (b.timestampSeconds ?? -1) ||
        (a.id < b.id ? -1 : 1),
    )
    .flatMap((comment) => [comment, ...(replies.get(comment.id) ?? [])]);
}

function csv(comments: readonly CommentView[]): string {
  const header = csvRow(['File', 'Time', 'Seconds', 'Until', 'Author', 'Comment', 'Answers', 'Status', 'Written']);
  return comments.reduce(
    (text, { fileName, timestampSeconds: at, endSeconds, userName, comment, parentId, resolvedAt, createdAt }) =>
      text +
      csvRow([
        fileName,
        at === null ? null : clockTime(at),
        at,
        endSeconds,
        userName,
        comment,
        parentId ? 'yes' : null,
        parentId ? null : resolvedAt ? 'resolved' : 'open',
        createdAt,
      ]),
    header,
  );
}

/** The format of REAPER's Region/Marker Manager: markers 'M1', regions 'R1', times as m:ss.mmm. */
function reaper(comments: readonly CommentView[]): string {
  const counts = { M: 0, R: 0 };
  return comments
    .filter(({ timestampSeconds, parentId }) => timestampSeconds !== null && parentId === null)
    .reduce(
      (text, { timestampSeconds, endSeconds, userName, comment }) => {
        const kind = endSeconds === null ? 'M' : 'R';
        const start = timestampSeconds!;
        const name = `${userName}: ${comment.replaceAll(/\s+/g, ' ')}`;
        const until = endSeconds === null ? [null, null] : [precise(endSeconds), precise(endSeconds - start)];
        return text + csvRow([`${kind}${++counts[kind]}`, name, precise(start), ...until]);
      },
      csvRow(['#', 'Name', 'Start', 'End', 'Length']),
    );
}

function list(comments: readonly CommentView[]): string {
  let file: string | null | undefined;
  return comments
    .map(({ fileName, timestampSeconds, endSeconds, userName, comment, parentId, resolvedAt }) => {
      const heading =
        fileName === file || parentId ? '' : `${file === undefined ? '' : '\n'}${fileName ?? 'Project'}\n`;
      if (!parentId) file = fileName;
      const until = endSeconds === null ? '' : `–${clockTime(endSeconds)}`;
      const at = timestampSeconds === null ? '' : `${clockTime(timestampSeconds)}${until}  `;
      const done = resolvedAt ? ' (resolved)' : '';
      return `${heading}${parentId ? '    ' : '  '}${at}${userName}: ${comment.replaceAll(/\s*\n\s*/g, ' ')}${done}\n`;
    })
    .join('');
}

/** Formats seconds as m:ss.mmm. */
function precise(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const whole = Math.floor(milliseconds / 1000);
  return `${clockTime(whole)}.${String(milliseconds % 1000).padStart(3, '0')}`;
}
