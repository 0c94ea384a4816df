import { Button, Group, Text } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';

interface UndoToast {
  /** One toast an id: a newer one takes the older one's place. */
  id: string;
  title: string;
  message: string;
  onUndo: () => void;
  /** How long it can be undone, in ms. */
  lastsMs: number;
}

/** A toast that is updated closes after its first time unless that changes a little. */
let turn = 0;

export const hideUndoToast = (id: string): void => void notifications.hide(id);

/** Says what was done and offers to undo it for a while, longer while the pointer rests on it. */
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
