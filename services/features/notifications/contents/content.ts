import type { MailBlock } from '../../../platform/mail/layout.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import type { Project } from '../../projects/project.entity.js';
import type { Studio } from '../../studio/studio.entity.js';
import type { User } from '../../users/user.entity.js';
import type { Notification } from '../notification.entity.js';

/** Maximum number of things that one mail lists; the others are only counted. */
export const MAX_LISTED = 20;

export type GatheredNotification = Pick<Notification, 'id' | 'message' | 'metadata'>;

/** One notification, or several that are sent together, oldest first. */
export interface MailedNotification {
  notification: Notification;
  gathered: GatheredNotification[];
  reader: User;
  project: Project;
  studio: Studio;
  publicUrl: string;
}

/** The text of a mail in place of the messages, read when it is sent. */
export interface Content {
  heading?: string;
  body: MailBlock[];
  button?: { label: string; path: string };
  attachments?: Mail['attachments'];
}

/** The first things of a list; the others are only counted. */
export function listed(items: string[]): string[] {
  const rest = items.length - MAX_LISTED;
  return rest > 0 ? [...items.slice(0, MAX_LISTED), `… and ${rest} more`] : items;
}

/** A message as a sentence of a mail. */
export const sentence = (message: string): string => (/[.!?…:]$/.test(message) ? message : `${message}.`);
