import { z } from 'zod';
import { type NotificationType, notificationTypes } from '../../platform/domain-words.js';
import type { Role } from '../../platform/http/actor.js';
import { id, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';

/** The types that each role can receive. */
export const notificationTypesOf = {
  engineer: [
    'quote_accepted',
    'quote_rejected',
    'invoice_paid',
    'comment_on_masters',
    'project_comment',
    'mention',
    'revision_uploaded',
    'delivery_fetched',
    'delivery_reminder',
    'link_stopped',
    'file_uploaded',
    'file_deleted',
    'album_proposed',
    'client_left',
  ],
  client: [
    'new_quote',
    'quote_accepted',
    'quote_rejected',
    'new_invoice',
    'invoice_paid',
    'payment_reminder',
    'masters_available',
    'revision_uploaded',
    'delivery_ready',
    'delivery_reminder',
    'link_stopped',
    'new_comment',
    'mention',
    'project_invitation',
    'album_answered',
    'project_status_updated',
    'file_deleted',
  ],
} as const satisfies Record<Role, readonly NotificationType[]>;

export const notificationSchema = z
  .object({
    id,
    type: z.enum(notificationTypes),
    message: z.string(),
    read: z.boolean(),
    createdAt: time,
    metadata: z.object({
      projectId: id.optional(),
      invoiceId: id.optional(),
      quoteId: id.optional(),
      fileId: id.optional(),
      /** Position in the file. */
      seconds: z.number().optional(),
    }),
  })
  .meta({ id: 'Notification' });
export type NotificationView = z.infer<typeof notificationSchema>;

export const notificationListQuery = pageQuery.extend({ read: z.stringbool().optional() });
export type NotificationListQuery = z.infer<typeof notificationListQuery>;

/** A mail to a project's client whose delivery was given up. */
export const failedMailSchema = z
  .object({ id, message: z.string(), to: z.string(), failedAt: time })
  .meta({ id: 'FailedMail' });
export type FailedMail = z.infer<typeof failedMailSchema>;

export const countSchema = z.object({ count: z.number().int() }).meta({ id: 'Count' });

/** Whether notifications of one type also go out by e-mail. */
export const mailPreferenceSchema = z
  .object({ type: z.enum(notificationTypes), email: z.boolean() })
  .meta({ id: 'MailPreference' });
export type MailPreference = z.infer<typeof mailPreferenceSchema>;
