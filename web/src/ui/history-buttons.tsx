import { Button, Group, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { History, UndoableAction } from '../lib/forms/undo-stack';
import { quietButton } from './quiet-button';
import { useWiderThan } from './use-wider-than';

interface HistoryButtonsProps {
  history: History;
  onUndo: () => void;
  onRedo: () => void;
}

/** Undo and redo buttons; each names the action it would undo or redo. */
export function HistoryButtons({ history: { undoes, redoes }, onUndo, onRedo }: HistoryButtonsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      <Step label="Undo" keys="Ctrl+Z" Icon={IconArrowBackUp} action={undoes} onClick={onUndo} />
      <Step label="Redo" keys="Ctrl+Shift+Z" Icon={IconArrowForwardUp} action={redoes} onClick={onRedo} />
    </Group>
  );
}

interface StepProps {
  label: string;
  keys: string;
  Icon: typeof IconArrowBackUp;
  /** The action it would undo or redo. */
  action: UndoableAction | null;
  onClick: () => void;
}

/** On a phone, only its icon. */
function Step({ label, keys, Icon, action, onClick }: StepProps) {
  const wide = useWiderThan('sm');
  return (
    <Tooltip label={action ? `${label}: ${action.title} (${keys})` : `Nothing to ${label.toLowerCase()}`}>
      <Button
        {...quietButton}
        // Looks and reads as disabled, but keeps the focus.
        aria-disabled={action === null}
        opacity={action === null ? 0.45 : 1}
        aria-label={label}
        leftSection={wide && <Icon size={14} aria-hidden />}
        onClick={onClick}
      >
        {wide ? label : <Icon size={18} aria-hidden />}
      </Button>
    </Tooltip>
  );
}
