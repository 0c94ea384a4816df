import { Button, Group, Text } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';

interface UndoToast {
  /** A newer toast replaces an older one with the same id. */
  id: string;
  title: string;
  message: string;
  onUndo: () => void;
  /** How long the toast is shown, in ms. */
  lastsMs: number;
}

/** Alternates the duration slightly: an updated toast only restarts its timer if the duration changes. */
let turn = 0;

export const hideUndoToast = (id: string): void => void notifications.hide(id);

/** Shows what was done with an undo button for a while, longer while the pointer is on it. */
export function showUndoToast({ id, title, message, onUndo, lastsMs }: UndoToast): void {
  const undo = () => {
    hideUndoToast(id);
    onUndo();
  };
  turn = 1 - turn;
  const data = {
    id,
    role: 'status',
    color: 'green',
    title,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" miw={0} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
    icon: <IconCheck size={16} aria-hidden />,
    autoClose: lastsMs + turn,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  };
  const { notifications: shown, queue } = notificationsStore.getState();
  if ([...shown, ...queue].some((other) => other.id === id)) notifications.update(data);
  else notifications.show(data);
}
