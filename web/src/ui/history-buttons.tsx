import { Button, Group, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { History, UndoableAction } from '../lib/forms/undo-stack';
import { quietButton } from './quiet-button';

interface HistoryButtonsProps {
  history: History;
  onUndo: () => void;
  onRedo: () => void;
}

/** Undo and redo buttons; each names the action it would undo or redo. */
export function HistoryButtons({ history: { undoes, redoes }, onUndo, onRedo }: HistoryButtonsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      <Tooltip label={undoes ? `Undo: ${undoes.title} (Ctrl+Z)` : 'Nothing to undo'}>
        <Button
          {...quietButton}
          {...unless(undoes)}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={onUndo}
        >
          Undo
        </Button>
      </Tooltip>
      <Tooltip label={redoes ? `Redo: ${redoes.title} (Ctrl+Shift+Z)` : 'Nothing to redo'}>
        <Button
          {...quietButton}
          {...unless(redoes)}
          leftSection={<IconArrowForwardUp size={14} aria-hidden />}
          onClick={onRedo}
        >
          Redo
        </Button>
      </Tooltip>
    </Group>
  );
}

/** Looks and reads as disabled, but keeps the focus. */
const unless = (done: UndoableAction | null) => ({
  'aria-disabled': done === null,
  opacity: done === null ? 0.45 : 1,
});
