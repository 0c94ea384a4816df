import { ActionIcon, Badge, Box, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconArrowsExchange, IconCheck, IconChevronDown, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { StagingFile, TrackEntry } from '../../api';
import { placeLabel, type SlotType } from '../../lib/slots';
import { confidenceColor, conflictOf, suggestionOf } from './assignments';
import { SlotPicker } from './slot-picker';

const STATUS_COLORS: Record<string, string> = { pending: 'orange', assigned: 'blue', released: 'green' };

/** What a row may do; the same for the table and the phone's list. */
export interface RowActions {
  assign: (fileId: string, target: { trackId: string; slotType: SlotType }) => void;
  unassign: (fileId: string) => void;
  remove: (fileId: string) => void;
  analyseAgain: (fileId: string) => void;
}

export interface RowProps {
  file: StagingFile;
  files: StagingFile[];
  entries: TrackEntry[];
  actions: RowActions;
}

export function StatusBadge({ status }: { status: string }) {
  return <Badge color={STATUS_COLORS[status] ?? 'gray'} flex="none">{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

/** Where the file is, or where it is suggested to go; less certain ones look less certain. */
export function Assignment({ file, files, entries }: RowProps) {
  const suggestion = suggestionOf(file);
  if (file.assignment) return <Text size="sm" truncate>{placeLabel(file.assignment)}</Text>;
  if (file.status !== 'pending') return null;
  if (!suggestion) {
    return <Text size="xs" c="dimmed" lineClamp={2} title={file.verdict ?? undefined}>{file.verdict ?? 'No suggestion yet'}</Text>;
  }
  const sure = confidenceColor(suggestion.confidence) === 'green';
  const conflict = conflictOf(file, files, entries);
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Text size="sm" truncate c={sure ? undefined : 'dimmed'} fs={sure ? undefined : 'italic'}>→ {placeLabel(suggestion)}</Text>
      {conflict && (
        <Tooltip label={conflict}>
          <UnstyledButton aria-label={conflict} display="flex" flex="none">
            <IconAlertTriangle size={14} color="var(--mantine-color-yellow-text)" aria-hidden />
          </UnstyledButton>
        </Tooltip>
      )}
    </Group>
  );
}

function confirmDelete(file: StagingFile, remove: () => void): void {
  modals.openConfirmModal({
    title: 'Delete file',
    children: (
      <Text size="sm">
        {file.assignment
          ? `"${file.originalName}" will be deleted and ${placeLabel(file.assignment)} will be empty.`
          : `"${file.originalName}" will be deleted from staging.`}
      </Text>
    ),
    labels: { confirm: 'Delete file', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: remove,
  });
}

export function Actions({ file, files, entries, actions }: RowProps) {
  const suggestion = suggestionOf(file);
  const readable = file.analysis.state !== 'failed';
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end" className="row-actions">
      {file.status !== 'released' && readable && (
        <SlotPicker
          file={file}
          files={files}
          entries={entries}
          onPick={(target) => actions.assign(file.id, target)}
          onUnassign={() => actions.unassign(file.id)}
          target={({ onClick, opened }) => (
            <ActionIcon aria-label={`Choose a slot for ${file.originalName}`} aria-expanded={opened} title="Choose a slot" onClick={onClick}>
              {file.assignment ? <IconArrowsExchange size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
            </ActionIcon>
          )}
        />
      )}
      <Tooltip label="Delete file">
        <ActionIcon aria-label={`Delete file ${file.originalName}`} onClick={() => confirmDelete(file, () => actions.remove(file.id))}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {suggestion && readable ? (
        <Tooltip label="Accept suggestion">
          <ActionIcon
            data-always
            color="teal"
            variant={confidenceColor(suggestion.confidence) === 'green' ? 'light' : 'subtle'}
            aria-label={`Accept suggestion for ${file.originalName}`}
            onClick={() => actions.assign(file.id, suggestion)}
          >
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : readable ? (
        <Box w={28} />
      ) : (
        <Tooltip label="Analyze again">
          <ActionIcon data-always aria-label={`Analyze ${file.originalName} again`} onClick={() => actions.analyseAgain(file.id)}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
