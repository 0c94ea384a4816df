import { ActionIcon, Badge, Box, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconTrash, IconX } from '@tabler/icons-react';
import type { StagingFile, TrackEntry } from '../../api';
import { placedName } from '../../lib/deliverables';
import { splitForEllipsis } from '../../lib/format/middle-ellipsis';
import { placeLabel } from '../../lib/slots';
import { deliverableKinds, stagingStatuses } from '../../lib/words';
import { FindingCount } from '../../ui/deliverable-findings';
import { FileName } from '../../ui/file-name';
import { useWiderThan } from '../../ui/use-wider-than';
import { Waveform } from '../../ui/waveform';
import { confidenceColor, isOpen } from './assignments';
import type { Listen } from './listen';
import type { StagingRow } from './rows';
import { SlotPicker } from './slot-picker';
import type { StagingActions } from './use-staging';

/** Props shared by the parts of a row in the table and in the phone's list. */
export interface RowProps {
  row: StagingRow;
  files: StagingFile[];
  entries: TrackEntry[];
  actions: StagingActions;
  listen: Listen;
  /** Opens the dialog for a file that is delivered besides the masters. */
  onDeliverable: (file: StagingFile) => void;
  /**
   * Whether the row is hovered or current. Other rows render no tooltips and menus, which cost more than the rest of
   * the row, and Tab skips them. The remaining elements must not be remounted, or the click that makes a row live is
   * lost.
   */
  live?: boolean;
}

export const peaksUrl = (projectId: string, file: StagingFile) =>
  `/api/staging/projects/${projectId}/files/${file.id}/peaks`;

/** Characters that fit into two lines. Longer names keep their end, where versions differ. */
const TWO_LINES = 44;
const END = 22;

/** Two lines per row: the name, and below it the original name with its folder, unless the name needs both lines. */
export function Name({ file }: { file: StagingFile }) {
  const original = [file.folder, file.originalName].filter(Boolean).join('/');
  if (original === file.fileName && original.length > TWO_LINES) {
    return (
      <Box miw={0} flex={1} title={original}>
        {splitForEllipsis(original, END).map((part, index) => (
          <Text key={index} size="sm" fw={500} lh={1.3} truncate>
            {part}
          </Text>
        ))}
      </Box>
    );
  }
  if (original === file.fileName) {
    return (
      <Text
        size="sm"
        fw={500}
        lh={1.3}
        lineClamp={2}
        flex={1}
        miw={0}
        title={file.fileName}
        style={{ overflowWrap: 'anywhere' }}
      >
        {file.fileName}
      </Text>
    );
  }
  return (
    <Box miw={0} flex={1}>
      <FileName name={file.fileName} fw={500} />
      <FileName name={original} size="xs" c="dimmed" />
    </Box>
  );
}

/** Hidden in a table without room beside the names. */
export function Thumbnail({ projectId, file, small }: { projectId: string; file: StagingFile; small?: boolean }) {
  const roomy = useWiderThan('xl');
  if (!roomy && !small) return null;
  const url = file.analysis.hasPeaks ? peaksUrl(projectId, file) : null;
  return <Waveform url={url} width={small ? 50 : 80} height={28} label={`Waveform of ${file.originalName}`} />;
}

export function StatusBadge({ row: { file, hasErrors } }: { row: StagingRow }) {
  const known = stagingStatuses[file.status];
  const { label, color } = hasErrors && file.status === 'assigned' ? { label: 'Has errors', color: 'red' } : known;
  return (
    <Badge color={color} flex="none">
      {label}
    </Badge>
  );
}

/** The file's slot, or its suggestion with conflicts; less certain suggestions look less certain. */
export function Assignment({ projectId, row, entries }: Pick<RowProps, 'row' | 'entries'> & { projectId: string }) {
  const { file, suggestion, runnerUp, conflict, waitsFor } = row;
  if (file.deliverable) {
    const { kind } = file.deliverable;
    return (
      <Box miw={0} title={`${placedName(file.deliverable, entries)}: ${deliverableKinds[kind].means}`}>
        <Text size="sm" lh={1.35} truncate>
          {placedName(file.deliverable, entries)}
        </Text>
        <Text size="xs" lh={1.35} c="dimmed" truncate>
          <FindingCount projectId={projectId} file={file} otherwise={deliverableKinds[kind].means} />
        </Text>
      </Box>
    );
  }
  if (file.assignment)
    return (
      <Text size="sm" truncate>
        {placeLabel(file.assignment)}
      </Text>
    );
  if (!isOpen(file)) return null;
  if (waitsFor) {
    const text = `Waits for track ${waitsFor.trackNumber}${waitsFor.title && ` · ${waitsFor.title}`}`;
    return (
      <Text size="xs" c="dimmed" lineClamp={2} title={text}>
        {text}
      </Text>
    );
  }
  if (!suggestion) {
    return (
      <Text size="xs" c="dimmed" lineClamp={2} title={file.contradiction ?? file.verdict ?? undefined}>
        {file.contradiction ?? file.verdict ?? 'No suggestion yet'}
      </Text>
    );
  }
  const sure = conflict === null && confidenceColor(suggestion.confidence) === 'green';
  return (
    <Box miw={0}>
      <Text size="sm" lh={1.35} truncate c={sure ? undefined : 'dimmed'} fs={sure ? undefined : 'italic'}>
        → {placeLabel(suggestion)}
      </Text>
      {conflict && (
        <Group gap={4} wrap="nowrap" c="var(--mantine-color-yellow-light-color)" title={conflict}>
          <IconAlertTriangle size={12} aria-hidden style={{ flex: 'none' }} />
          <Text size="xs" lh={1.35} c="inherit" truncate>
            {conflict}
          </Text>
        </Group>
      )}
      {!conflict && runnerUp && (
        <Text size="xs" lh={1.35} c="dimmed" truncate>
          or {placeLabel(runnerUp)} {runnerUp.confidence}%
        </Text>
      )}
    </Box>
  );
}

/**
 * The accept and slot buttons keep their labels. Delete is an icon only, because it is well known and can be undone.
 */
export function Actions({ row, files, entries, actions, onDeliverable, live = true }: Omit<RowProps, 'listen'>) {
  const { file, suggestion } = row;
  const readable = file.analysis.state !== 'failed';
  const onItsWay = file.status === 'incoming';
  const tabIndex = live ? 0 : -1;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" className="row-actions">
      {live && (
        <Tooltip label={onItsWay ? 'Cancel' : 'Delete file'}>
          <ActionIcon
            aria-label={`${onItsWay ? 'Cancel' : 'Delete file'} ${file.originalName}`}
            onClick={() => actions.remove([file])}
          >
            {onItsWay ? <IconX size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
      {live && file.status !== 'released' && file.deliverable && (
        <Button
          size="compact-xs"
          flex="none"
          px={6}
          variant="subtle"
          color="gray"
          aria-label={`Change what ${file.originalName} is`}
          aria-haspopup="dialog"
          onClick={() => onDeliverable(file)}
        >
          Kind…
        </Button>
      )}
      {live && file.status !== 'released' && readable && !file.deliverable && (
        <SlotPicker
          file={file}
          files={files}
          entries={entries}
          onPick={(target) => actions.assign(file.id, target)}
          onUnassign={() => actions.unassign([file])}
          onOther={() => onDeliverable(file)}
          target={({ onClick, opened }) => (
            <Button
              size="compact-xs"
              flex="none"
              px={6}
              variant="subtle"
              color="gray"
              aria-label={`Choose a slot for ${file.originalName}`}
              aria-expanded={opened}
              rightSection={<IconChevronDown size={12} aria-hidden />}
              onClick={onClick}
            >
              Slot
            </Button>
          )}
        />
      )}
      {suggestion && readable && (
        <Button
          size="compact-xs"
          flex="none"
          tabIndex={tabIndex}
          data-always
          color="teal"
          variant={row.conflict === null && confidenceColor(suggestion.confidence) === 'green' ? 'light' : 'default'}
          aria-label={`Accept suggestion for ${file.originalName}`}
          title="Accept suggestion"
          onClick={() => actions.assign(file.id, suggestion)}
        >
          Accept
        </Button>
      )}
      {!readable && (
        <Button
          size="compact-xs"
          tabIndex={tabIndex}
          data-always
          variant="default"
          aria-label={`Analyze again: ${file.originalName}`}
          onClick={() => actions.analyseAgain(file.id)}
        >
          Analyze again
        </Button>
      )}
    </Group>
  );
}
