import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';

export const notificationTypes = [
  'invoice_paid',
  'quote_accepted',
  'quote_rejected',
  'comment_on_masters',
  'revision_uploaded',
  'project_comment',
  'new_quote',
  'new_invoice',
  'project_status_updated',
  'masters_available',
  'new_comment',
  'file_uploaded',
  'file_deleted',
  'payment_reminder',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const notificationSchema = z
  .object({
    id,
    type: z.enum(notificationTypes),
    message: z.string(),
    read: z.boolean(),
    createdAt: time,
    metadata: z.object({ projectId: id.optional(), invoiceId: id.optional() }),
  })
  .meta({ id: 'Notification' });
export type NotificationView = z.infer<typeof notificationSchema>;

export const notificationListQuery = pageQuery.extend({ read: z.stringbool().optional() });
export type NotificationListQuery = z.infer<typeof notificationListQuery>;

export const countSchema = z.object({ count: z.number().int() }).meta({ id: 'Count' });
