import { ActionIcon, Anchor, Box, Collapse, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconFileMusic, IconFileText, IconPackage, IconPhoto, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { File, Project } from '../../api';
import { deliverableName, isChecked } from '../../lib/deliverables';
import { formatAge, formatBytes, formatSeconds } from '../../lib/format/format';
import { type DeliverableKind, deliverableKinds } from '../../lib/words';
import { DeliverableFindings, FindingCount } from '../../ui/deliverable-findings';
import { FileName } from '../../ui/file-name';
import { DownloadButton } from './download-button';
import { confirmDelete } from './file-row';
import { PayToDownload } from './pay-to-download';

const icons: Record<DeliverableKind, TablerIcon> = {
  ddp: IconPackage,
  vinyl_side: IconFileMusic,
  atmos: IconFileMusic,
  binaural: IconFileMusic,
  lyrics: IconFileText,
  artwork: IconPhoto,
  pq_sheet: IconFileText,
  session_notes: IconFileText,
  other: IconPackage,
};

interface OtherDeliverablesProps {
  project: Project;
  files: File[];
  /** Renders the button that plays a file; null if it cannot be played. */
  play: (file: File) => ReactNode;
  onDelete: (file: File) => void;
}

/** The current files that are delivered besides the masters, with their purposes. */
export function OtherDeliverables({ project, files, play, onDelete }: OtherDeliverablesProps) {
  const own = files.filter(({ deliverable, current }) => deliverable && current);
  if (own.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="other-deliverables">
      <Title order={2} size="h4" id="other-deliverables" mb={4}>
        Other deliverables
      </Title>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {own.map((file) => (
          <Row key={file.id} {...{ project, file, play, onDelete }} />
        ))}
      </Stack>
    </Box>
  );
}

function Row({ project, file, play, onDelete }: Omit<OtherDeliverablesProps, 'files'> & { file: File }) {
  const { kind } = file.deliverable!;
  const Icon = icons[kind];
  const facts = [
    file.track_title,
    deliverableKinds[kind].means,
    file.analysis.durationS !== null && formatSeconds(file.analysis.durationS),
    formatBytes(file.sizeBytes),
    formatAge(file.createdAt),
  ].filter(Boolean);
  return (
    <Group
      component="li"
      data-file={file.id}
      gap="sm"
      py={6}
      mih={48}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group w={36} flex="none" justify="center">
        {play(file) ?? <Icon size={20} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />}
      </Group>
      <Box flex="1 1 220px" miw={0}>
        <Text size="sm" fw={500} truncate title={deliverableName(file.deliverable!)}>
          {deliverableName(file.deliverable!)}
        </Text>
        <FileName name={file.fileName} size="xs" c="dimmed" />
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {file.knownErrors && (
          <Text size="xs" c="var(--mantine-color-yellow-light-color)" style={{ overflowWrap: 'anywhere' }}>
            Released with known errors: {file.knownErrors.errors.join(' ')} Reason: {file.knownErrors.reason}
          </Text>
        )}
        {project.can.stage && isChecked(file) && <Checks projectId={project.id} file={file} />}
      </Box>
      <Group gap={4} wrap="nowrap" ml="auto">
        {file.can.delete && (
          <Tooltip label="Withdraw">
            <ActionIcon
              aria-label={`Delete ${file.fileName}`}
              onClick={() => confirmDelete(file, project.can.update, () => onDelete(file))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {file.can.download ? <DownloadButton file={file} /> : <PayToDownload file={file} project={project} />}
      </Group>
    </Group>
  );
}

/** Errors and warnings in numbers; a click shows all that was found. */
function Checks({ projectId, file }: { projectId: string; file: File }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Anchor component="button" type="button" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        <FindingCount projectId={projectId} file={file} otherwise="Checks" />
      </Anchor>
      <Collapse expanded={open}>{open && <DeliverableFindings projectId={projectId} file={file} />}</Collapse>
    </>
  );
}
