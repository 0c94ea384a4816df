import { ActionIcon, Anchor, Badge, Box, Group, Text, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconListDetails, IconMessage, IconTrash, IconWaveSine } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { File, Project } from '../../api';
import { formatAge, formatBytes, formatSeconds, plural } from '../../lib/format/format';
import { slotKinds } from '../../lib/slots';
import { fileTypes } from '../../lib/words';
import { FileName } from '../../ui/file-name';
import type { Marker } from '../../ui/marker-groups';
import { useWiderThan } from '../../ui/use-wider-than';
import { VerdictBadge } from '../../ui/verdict-badge';
import { DownloadButton } from './download-button';
import { FileWaveform } from './file-waveform';
import { PayToDownload } from './pay-to-download';

/** Waveform size in pixels; on a phone it is as wide as the row. */
const WIDTH = 299;
const HEIGHT = 60;

interface FileRowProps {
  file: File;
  project: Project;
  /** The button that plays it; null if it cannot be played yet. */
  play: ReactNode;
  /** Whether the player has it loaded. */
  isLoaded: boolean;
  markers: Marker[];
  /** The number of comments that are not resolved. */
  openComments: number;
  /** Lets a person choose the track of an original. */
  belongsTo: ReactNode;
  onSheet: (file: File) => void;
  onComment: (file: File) => void;
  onDelete: (file: File) => void;
}

/** One file with its actions. */
export function FileRow({
  file,
  project,
  play,
  isLoaded,
  markers,
  openComments,
  belongsTo,
  onSheet,
  onComment,
  onDelete,
}: FileRowProps) {
  const wide = useWiderThan('lg');
  const { analysis, fileName } = file;
  const facts = [
    file.slotType && slotKinds[file.slotType].label,
    analysis.durationS !== null && formatSeconds(analysis.durationS),
    openComments > 0 && plural(openComments, 'open comment'),
    formatBytes(file.sizeBytes),
    formatAge(file.createdAt),
  ].filter(Boolean);
  const details = `/app/projects/${project.id}/tracks/${file.id}`;
  return (
    <Group
      component="li"
      data-file={file.id}
      aria-current={isLoaded || undefined}
      mih={48}
      py={6}
      gap={wide ? 'sm' : 8}
      wrap={wide ? 'nowrap' : 'wrap'}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Box w={36} flex="none" style={{ order: wide ? 0 : -2 }}>
        {play}
      </Box>
      <FileWaveform file={file} markers={markers} width={wide ? WIDTH : null} height={HEIGHT} />
      <Box flex={wide ? 1 : '1 0 calc(100% - 44px)'} miw={0} style={{ order: wide ? 0 : -1 }}>
        <Group gap="xs" wrap={wide ? 'nowrap' : 'wrap'}>
          <Anchor
            component={Link}
            to={details}
            c={isLoaded ? 'var(--mantine-primary-color-light-color)' : 'inherit'}
            miw={0}
            flex={wide ? undefined : '1 0 100%'}
            underline="hover"
          >
            <FileName name={fileName} fw={500} />
          </Anchor>
          <VerdictBadge approval={file.approval} />
          <Badge size="sm" flex="none" color={fileTypes[file.fileType].color}>
            {fileTypes[file.fileType].label}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {facts.join(' · ')}
        </Text>
      </Box>
      <Group gap={4} wrap="nowrap" flex="none" ml="auto">
        {belongsTo}
        {file.can.delete && (
          <Tooltip label={file.fileType === 'upload' ? 'Delete' : 'Withdraw'}>
            <ActionIcon
              aria-label={`Delete ${fileName}`}
              onClick={() => confirmDelete(file, project.can.update, () => onDelete(file))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip
          label={
            file.checks.length > 0 ? `Technical sheet: ${plural(file.checks.length, 'remark')}` : 'Technical sheet'
          }
        >
          <ActionIcon aria-label={`Technical sheet of ${fileName}`} onClick={() => onSheet(file)}>
            {file.checks.length > 0 ? (
              <IconAlertTriangle size={16} color="var(--mantine-color-yellow-text)" aria-hidden />
            ) : (
              <IconListDetails size={16} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
        {wide && (
          <Tooltip label="Track Details">
            <ActionIcon component={Link} to={details} aria-label={`Track Details of ${fileName}`}>
              <IconWaveSine size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {project.can.comment && (
          <Tooltip label="Comment">
            <ActionIcon aria-label={`Comment on ${fileName}`} onClick={() => onComment(file)}>
              <IconMessage size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {file.can.download ? <DownloadButton file={file} /> : <PayToDownload file={file} project={project} />}
      </Group>
    </Group>
  );
}

/** Asks before a file is deleted or withdrawn. */
export function confirmDelete(
  { fileName, fileType, slotType }: File,
  byEngineer: boolean,
  onConfirm: () => void,
): void {
  const isOriginal = fileType === 'upload';
  const what = isOriginal
    ? byEngineer
      ? 'The client no longer sees it either.'
      : 'Your engineer can no longer open it, and is notified.'
    : `The client can no longer hear or download it, and is notified.${slotType ? ' Its slot returns to the previous version, or becomes empty.' : ''}`;
  modals.openConfirmModal({
    title: isOriginal ? 'Delete this original?' : 'Withdraw this file?',
    children: (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit fw={500}>
          {fileName}
        </Text>{' '}
        is removed from the project. {what} It stays in the trash for 30 days and can be restored from there.
      </Text>
    ),
    labels: { confirm: isOriginal ? 'Delete' : 'Withdraw', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm,
  });
}
