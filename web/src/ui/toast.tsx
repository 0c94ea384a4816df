import { notifications } from '@mantine/notifications';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';

const common = { closeButtonProps: { 'aria-label': 'Dismiss' } };
/** Screen readers announce it after the current sentence; only errors interrupt. */
const quiet = { ...common, role: 'status' };

/** Toasts: green for success, red for errors, blue for information. */
export const toast = {
  success: (title: string, message: string) =>
    notifications.show({ ...quiet, color: 'green', title, message, icon: <IconCheck size={16} aria-hidden /> }),
  error: (title: string, message: string) =>
    notifications.show({ ...common, color: 'red', title, message, icon: <IconX size={16} aria-hidden /> }),
  info: (title: string, message: string) =>
    notifications.show({ ...quiet, color: 'blue', title, message, icon: <IconInfoSmall size={18} aria-hidden /> }),
};
