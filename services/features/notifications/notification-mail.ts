import type { NotificationType } from '../../platform/domain-words.js';
import type { Role } from '../../platform/http/actor.js';
import { mailHtml, mailText } from '../../platform/mail/layout.js';
import type { Mail } from '../../platform/mail/mailer.js';
import { excerpt } from '../../platform/text.js';

const MAX_SUBJECT = 120;
/** Maximum number of messages shown in one mail; the others are only counted. */
const MAX_MESSAGES = 20;

export interface NotificationMail {
  id: string;
  type: NotificationType;
  /** One notification, or several about comments or files, oldest first. */
  messages: string[];
  /** Null if the notification is not about a project. */
  projectId: string | null;
  reader: { name: string; email: string; role: Role };
  /** The studio's brand; an empty colour means the product's own. */
  brand: { name: string; color: string };
  publicUrl: string;
  unsubscribeToken: string;
  /** Token for a user without an account, who first sees the invitation after pressing the button. */
  invitationToken: string | null;
}

const HEADINGS: Record<NotificationType, string> = {
  new_quote: 'Your quote',
  quote_accepted: 'Quote accepted',
  quote_rejected: 'Quote rejected',
  new_invoice: 'Your invoice',
  invoice_paid: 'Invoice paid',
  payment_reminder: 'Payment reminder',
  masters_available: 'New masters',
  revision_uploaded: 'Revised masters',
  comment_on_masters: 'New comment',
  project_comment: 'New comment',
  new_comment: 'New comment',
  project_status_updated: 'Project update',
  file_uploaded: 'New file',
  file_deleted: 'File deleted',
  client_left: 'Account deleted',
};

const COMMENTS = { subject: 'comments', heading: 'New comments' };

/** Texts of a mail about several notifications of the type. */
const PLURALS: Partial<Record<NotificationType, { subject: string; heading: string }>> = {
  comment_on_masters: COMMENTS,
  project_comment: COMMENTS,
  new_comment: COMMENTS,
  file_uploaded: { subject: 'new files', heading: 'New files' },
  file_deleted: { subject: 'files deleted', heading: 'Files deleted' },
  masters_available: { subject: 'new masters', heading: 'New masters' },
  revision_uploaded: { subject: 'revised masters', heading: 'Revised masters' },
};

const INVITED = 'This link is also your invitation: choose a password, and you will be taken straight there.';

/** Renders notifications as an e-mail with one button that leads to their subject. */
export function notificationMail(news: NotificationMail): Mail {
  const { id, type, messages, reader, brand, publicUrl, unsubscribeToken, invitationToken } = news;
  const { label, path } = placeOf(news);
  const [first = '', ...others] = messages;
  const shown = messages.slice(0, MAX_MESSAGES);
  const rest = messages.length - shown.length;
  const paragraphs = [...shown, ...(rest > 0 ? [`… and ${rest} more.`] : []), ...(invitationToken ? [INVITED] : [])];
  const subject = excerpt(
    others.length > 0 ? `${messages.length} ${PLURALS[type]?.subject}: ${first}` : first,
    MAX_SUBJECT,
  );
  const content = {
    brandName: brand.name,
    brandColor: brand.color,
    heading: (others.length > 0 && PLURALS[type]?.heading) || HEADINGS[type],
    paragraphs,
    button: { label, url: publicUrl + (invitationToken ? invitationPath(invitationToken, path) : path) },
    footer: `${brand.name} sent this to ${reader.email}. Replies are not read.`,
    footerLink: { label: 'Stop e-mails of this kind', url: `${publicUrl}/unsubscribe/${unsubscribeToken}` },
  };
  return {
    id,
    fromName: brand.name,
    to: { name: reader.name, address: reader.email },
    subject,
    text: mailText(content),
    html: mailHtml(content),
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/notifications/unsubscribe/${unsubscribeToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

const invitationPath = (token: string, next: string): string =>
  `/invite/${token}?${new URLSearchParams({ next }).toString()}`;

/** The path that a notification links to, the same as in the web's list of notifications. */
function placeOf({ type, projectId, reader }: NotificationMail): { label: string; path: string } {
  if (projectId === null) return { label: 'Open notifications', path: '/app/notifications' };
  const project = `/app/projects/${projectId}`;
  switch (type) {
    case 'new_invoice':
    case 'payment_reminder':
    case 'invoice_paid':
      return reader.role === 'engineer'
        ? { label: 'Open invoices', path: '/app/invoices' }
        : { label: 'Pay invoice', path: `/app/payment/${projectId}` };
    case 'new_quote':
    case 'quote_accepted':
    case 'quote_rejected':
      return { label: 'Open quote', path: `${project}?tab=quote` };
    case 'masters_available':
    case 'revision_uploaded':
    case 'file_uploaded':
    case 'file_deleted':
      return { label: 'Open files', path: `${project}?tab=files` };
    case 'comment_on_masters':
    case 'project_comment':
    case 'new_comment':
      return { label: 'Open conversation', path: `${project}?tab=timeline` };
    case 'project_status_updated':
    case 'client_left':
      return { label: 'Open project', path: project };
  }
}
