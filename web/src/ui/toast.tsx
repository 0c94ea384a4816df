import { notifications } from '@mantine/notifications';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';

const common = { closeButtonProps: { 'aria-label': 'Dismiss' } };
/** Read out when the reader has come to the end of a sentence; only errors interrupt it. */
const quiet = { ...common, role: 'status' };

/** The product's toasts: green for what was done, red for what failed, blue for what there is to know. */
export const toast = {
  success: (title: string, message: string) =>
    notifications.show({ ...quiet, color: 'green', title, message, icon: <IconCheck size={16} aria-hidden /> }),
  error: (title: string, message: string) =>
    notifications.show({ ...common, color: 'red', title, message, icon: <IconX size={16} aria-hidden /> }),
  info: (title: string, message: string) =>
    notifications.show({ ...quiet, color: 'blue', title, message, icon: <IconInfoSmall size={18} aria-hidden /> }),
};
