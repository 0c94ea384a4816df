import type { NotificationType } from '../../platform/domain-words.js';
import { type MailBlock, mailHtml, mailText } from '../../platform/mail/layout.js';
import type { Mail, MailAddress } from '../../platform/mail/mailer.js';
import { excerpt } from '../../platform/text.js';
import type { MailBrand } from '../studio/studio-brand.lib.js';
import { type Content, listed } from './contents/content.js';
import type { Place } from './place.js';

const MAX_SUBJECT = 120;

export interface NotificationMail {
  id: string;
  type: NotificationType;
  /** One notification, or several about comments or files, oldest first. */
  messages: string[];
  /** Text in place of the messages. */
  content: Content | null;
  /** Target of the button, unless the content has one. */
  place: Place;
  to: MailAddress;
  replyTo: MailAddress | null;
  brand: MailBrand;
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
  delivery_ready: 'Your delivery is ready',
  delivery_fetched: 'Delivery downloaded',
  delivery_reminder: 'Delivery not downloaded yet',
  link_stopped: 'Too many wrong passwords',
  comment_on_masters: 'New comment',
  project_comment: 'New comment',
  new_comment: 'New comment',
  mention: 'New comment',
  project_invitation: 'You are invited',
  album_proposed: 'Proposed album order',
  album_answered: 'Answer to your album order',
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
  mention: COMMENTS,
  file_uploaded: { subject: 'new files', heading: 'New files' },
  file_deleted: { subject: 'files deleted', heading: 'Files deleted' },
  masters_available: { subject: 'new masters', heading: 'New masters' },
  revision_uploaded: { subject: 'revised masters', heading: 'Revised masters' },
};

const INVITED = 'This link is also your invitation: choose a password, and you will be taken straight there.';

/** Renders notifications as an e-mail with one button that leads to their subject. */
export function notificationMail(news: NotificationMail): Mail {
  const { id, type, messages, content, to, replyTo, brand, publicUrl, unsubscribeToken, invitationToken } = news;
  const { label, path } = content?.button ?? news.place;
  const [first = '', ...others] = messages;
  const said: MailBlock[] = content?.body ?? (others.length > 0 ? [{ items: listed(messages) }] : [first]);
  const subject = excerpt(
    others.length > 0 ? `${messages.length} ${PLURALS[type]?.subject}: ${first}` : first,
    MAX_SUBJECT,
  );
  const replies = replyTo ? `Reply to this email to write to ${replyTo.name}.` : 'Replies are not read.';
  const layout = {
    brandName: brand.name,
    brandColor: brand.color,
    heading: content?.heading ?? ((others.length > 0 && PLURALS[type]?.heading) || HEADINGS[type]),
    body: [...said, ...(invitationToken ? [INVITED] : [])],
    button: { label, url: publicUrl + (invitationToken ? invitationPath(invitationToken, path) : path) },
    closing: brand.closing,
    footer: `${brand.name} sent this to ${to.address}. ${replies}`,
    footerLink: { label: 'Stop emails of this kind', url: `${publicUrl}/unsubscribe/${unsubscribeToken}` },
  };
  return {
    id,
    fromName: brand.name,
    to,
    ...(replyTo && { replyTo }),
    subject,
    text: mailText(layout),
    html: mailHtml(layout),
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/notifications/unsubscribe/${unsubscribeToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(content?.attachments && { attachments: content.attachments }),
  };
}

const invitationPath = (token: string, next: string): string =>
  `/invite/${token}?${new URLSearchParams({ next }).toString()}`;
