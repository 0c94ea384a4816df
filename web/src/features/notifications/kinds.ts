import {
  IconArrowsSort,
  IconAt,
  IconBellDollar,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconDisc,
  IconFileInvoice,
  IconFileUpload,
  IconLockExclamation,
  IconMailOpened,
  IconMessage,
  IconMessageCircle,
  IconPackage,
  IconPackageExport,
  IconProgressCheck,
  IconReceipt,
  IconRefresh,
  IconTrash,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Notification, Session } from '../../api';
import { trackUrl } from '../../lib/navigation/track-url';

type Type = Notification['type'];
type Role = Session['user']['role'];

interface KindStyle {
  color: string;
  Icon: TablerIcon;
}

export const kindStyles: Record<Type, KindStyle> = {
  new_quote: { color: 'cyan', Icon: IconReceipt },
  quote_accepted: { color: 'green', Icon: IconCircleCheck },
  quote_rejected: { color: 'red', Icon: IconCircleX },
  new_invoice: { color: 'purple', Icon: IconFileInvoice },
  invoice_paid: { color: 'green', Icon: IconCash },
  payment_reminder: { color: 'orange', Icon: IconBellDollar },
  masters_available: { color: 'teal', Icon: IconDisc },
  revision_uploaded: { color: 'teal', Icon: IconRefresh },
  delivery_ready: { color: 'teal', Icon: IconPackage },
  delivery_fetched: { color: 'green', Icon: IconPackageExport },
  delivery_reminder: { color: 'orange', Icon: IconPackage },
  link_stopped: { color: 'red', Icon: IconLockExclamation },
  comment_on_masters: { color: 'blue', Icon: IconMessageCircle },
  project_comment: { color: 'blue', Icon: IconMessage },
  new_comment: { color: 'blue', Icon: IconMessage },
  mention: { color: 'blue', Icon: IconAt },
  project_invitation: { color: 'teal', Icon: IconMailOpened },
  album_proposed: { color: 'blue', Icon: IconArrowsSort },
  album_answered: { color: 'blue', Icon: IconArrowsSort },
  project_status_updated: { color: 'yellow', Icon: IconProgressCheck },
  file_uploaded: { color: 'blue', Icon: IconFileUpload },
  file_deleted: { color: 'gray', Icon: IconTrash },
  client_left: { color: 'gray', Icon: IconUserOff },
};

const aboutMoney: readonly Type[] = ['new_invoice', 'invoice_paid', 'payment_reminder'];
const aboutQuotes: readonly Type[] = ['new_quote', 'quote_accepted', 'quote_rejected'];
const aboutComments: readonly Type[] = ['comment_on_masters', 'project_comment', 'new_comment', 'mention'];
const aboutMasters: readonly Type[] = ['masters_available', 'revision_uploaded'];
const aboutFiles: readonly Type[] = [
  'masters_available',
  'revision_uploaded',
  'file_uploaded',
  'file_deleted',
  'delivery_ready',
  'delivery_fetched',
  'delivery_reminder',
  'link_stopped',
  'album_answered',
];

/** Target of a notification, the same as in its e-mail. */
export function placeOf(
  { type, metadata: { projectId, quoteId, fileId, seconds } }: Pick<Notification, 'type' | 'metadata'>,
  role: Role,
): string {
  if (aboutMoney.includes(type) && role === 'engineer') return '/app/invoices';
  if (!projectId) return '/app/notifications';
  const project = `/app/projects/${projectId}`;
  if (type === 'invoice_paid') return `${project}?tab=files`;
  if (aboutMoney.includes(type)) return `/app/payment/${projectId}`;
  if (aboutQuotes.includes(type)) return `${project}?tab=quote`;
  if (type === 'album_proposed') return `${project}?tab=album`;
  if (aboutMasters.includes(type) && role === 'client' && fileId) return trackUrl(projectId, fileId);
  if (aboutFiles.includes(type)) return `${project}?tab=files`;
  if (!aboutComments.includes(type)) return project;
  if (quoteId) return `${project}?tab=quote`;
  return fileId ? trackUrl(projectId, fileId, seconds) : `${project}?tab=timeline`;
}
