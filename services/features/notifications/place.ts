import type { NotificationType } from '../../platform/domain-words.js';
import type { Role } from '../../platform/http/actor.js';
import { clockTime } from '../../platform/text.js';
import type { Notification } from './notification.entity.js';

export interface Place {
  label: string;
  path: string;
}

/** The page that a notification leads to, the same as in the web's list of notifications. */
export function placeOf(type: NotificationType, metadata: Notification['metadata'], role: Role): Place {
  const { projectId, fileId } = metadata;
  if (!projectId) return { label: 'Open notifications', path: '/app/notifications' };
  const project = `/app/projects/${projectId}`;
  switch (type) {
    case 'new_invoice':
    case 'payment_reminder':
      return { label: 'Pay invoice', path: `/app/payment/${projectId}` };
    case 'invoice_paid':
      return role === 'engineer'
        ? { label: 'Open invoices', path: '/app/invoices' }
        : { label: 'Download', path: `${project}?tab=files` };
    case 'new_quote':
    case 'quote_accepted':
    case 'quote_rejected':
      return { label: 'Open quote', path: `${project}?tab=quote` };
    case 'masters_available':
    case 'revision_uploaded':
      return role === 'client' && fileId
        ? { label: 'Hear the master', path: `${project}/tracks/${fileId}` }
        : { label: 'Open files', path: `${project}?tab=files` };
    case 'delivery_ready':
      return { label: 'Open the delivery', path: `${project}?tab=files` };
    case 'delivery_reminder':
    case 'delivery_fetched':
    case 'link_stopped':
    case 'file_uploaded':
    case 'file_deleted':
      return { label: 'Open files', path: `${project}?tab=files` };
    case 'comment_on_masters':
    case 'project_comment':
    case 'new_comment':
    case 'mention':
      return commentPlace(metadata, projectId);
    case 'album_proposed':
      return { label: 'See the change', path: `${project}?tab=album` };
    case 'album_answered':
      return { label: 'Open the record', path: `${project}?tab=files` };
    case 'project_invitation':
    case 'project_status_updated':
    case 'client_left':
      return { label: 'Open project', path: project };
  }
}

/** The track and second of a comment or verdict, its quote, or the project's conversation. */
export function commentPlace({ fileId, seconds, quoteId }: Notification['metadata'], projectId: string): Place {
  const project = `/app/projects/${projectId}`;
  if (quoteId) return { label: 'Open quote', path: `${project}?tab=quote` };
  if (!fileId) return { label: 'Open conversation', path: `${project}?tab=timeline` };
  const track = `${project}/tracks/${fileId}`;
  return seconds === undefined
    ? { label: 'Open the track', path: track }
    : { label: `Open at ${clockTime(seconds)}`, path: `${track}?t=${Math.floor(seconds)}` };
}
