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

const closing = new Map<string, ReturnType<typeof setTimeout>>();

export function hideUndoToast(id: string): void {
  clearTimeout(closing.get(id));
  notifications.hide(id);
}

/** Says what was done and offers to undo it for a while. */
export function showUndoToast({ id, title, message, onUndo, lastsMs }: UndoToast): void {
  const undo = () => {
    hideUndoToast(id);
    onUndo();
  };
  const data = {
    id,
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
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  };
  const { notifications: shown, queue } = notificationsStore.getState();
  if ([...shown, ...queue].some((other) => other.id === id)) notifications.update(data);
  else notifications.show(data);
  clearTimeout(closing.get(id));
  closing.set(
    id,
    setTimeout(() => hideUndoToast(id), lastsMs),
  );
}
