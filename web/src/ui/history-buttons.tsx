import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { History } from '../lib/undo-stack';

interface HistoryButtonsProps {
  history: History;
  onUndo: () => void;
  onRedo: () => void;
}

/** Undo and redo, by button and by key; each says what it would bring back. */
export function HistoryButtons({ history: { undoes, redoes }, onUndo, onRedo }: HistoryButtonsProps) {
  useHotkeys([
    ['mod+Z', onUndo],
    ['mod+shift+Z', onRedo],
    ['mod+Y', onRedo],
  ]);
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={undoes ? `Undo: ${undoes.title} (Ctrl+Z)` : 'Nothing to undo'}>
        <ActionIcon
          size={32}
          aria-label="Undo"
          data-disabled={!undoes || undefined}
          aria-disabled={!undoes}
          onClick={onUndo}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={redoes ? `Redo: ${redoes.title} (Ctrl+Shift+Z)` : 'Nothing to redo'}>
        <ActionIcon
          size={32}
          aria-label="Redo"
          data-disabled={!redoes || undefined}
          aria-disabled={!redoes}
          onClick={onRedo}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
