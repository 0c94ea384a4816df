import {
  IconBellDollar,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconDisc,
  IconFileInvoice,
  IconFileUpload,
  IconMessage,
  IconMessageCircle,
  IconProgressCheck,
  IconReceipt,
  IconRefresh,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Notification, Session } from '../../api';

type Type = Notification['type'];
type Role = Session['user']['role'];

interface Kind {
  /** What comes, for the switches of e-mail. */
  label: string;
  color: string;
  Icon: TablerIcon;
}

export const kinds: Record<Type, Kind> = {
  new_quote: { label: 'New and revised quotes', color: 'cyan', Icon: IconReceipt },
  quote_accepted: { label: 'Accepted quotes', color: 'green', Icon: IconCircleCheck },
  quote_rejected: { label: 'Rejected quotes', color: 'red', Icon: IconCircleX },
  new_invoice: { label: 'New invoices', color: 'purple', Icon: IconFileInvoice },
  invoice_paid: { label: 'Paid invoices', color: 'green', Icon: IconCash },
  payment_reminder: { label: 'Payment reminders', color: 'orange', Icon: IconBellDollar },
  masters_available: { label: 'New masters', color: 'teal', Icon: IconDisc },
  revision_uploaded: { label: 'Revised masters', color: 'teal', Icon: IconRefresh },
  comment_on_masters: { label: 'Comments on masters', color: 'blue', Icon: IconMessageCircle },
  project_comment: { label: 'Other comments', color: 'blue', Icon: IconMessage },
  new_comment: { label: 'Comments', color: 'blue', Icon: IconMessage },
  project_status_updated: { label: 'Changes of a project’s status', color: 'yellow', Icon: IconProgressCheck },
  file_uploaded: { label: 'Uploaded files', color: 'blue', Icon: IconFileUpload },
  file_deleted: { label: 'Deleted files', color: 'gray', Icon: IconTrash },
};

const aboutMoney: readonly Type[] = ['new_invoice', 'invoice_paid', 'payment_reminder'];
const aboutQuotes: readonly Type[] = ['new_quote', 'quote_accepted', 'quote_rejected'];
const aboutFiles: readonly Type[] = ['masters_available', 'revision_uploaded', 'file_uploaded', 'file_deleted'];

/** Where a notification leads: to the place of what it says, as its e-mail does. */
export function placeOf(
  { type, metadata: { projectId } }: Pick<Notification, 'type' | 'metadata'>,
  role: Role,
): string {
  if (aboutMoney.includes(type) && role === 'engineer') return '/app/invoices';
  if (!projectId) return '/app/notifications';
  if (aboutMoney.includes(type)) return `/app/payment/${projectId}`;
  const tab = aboutQuotes.includes(type) ? '?tab=quote' : aboutFiles.includes(type) ? '?tab=files' : '';
  return `/app/projects/${projectId}${tab}`;
}
