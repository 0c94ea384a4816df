import { Box, Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { File, Project } from '../../api';
import { formatBytes, formatSeconds, plural } from '../../lib/format/format';
import { hasOpenInvoice } from './pay-to-download';

interface DeliveryProps {
  project: Project;
  files: File[];
  /** The newest master of each track, in order. */
  record: File[];
  /** Seconds of silence before a file when the record plays. */
  gapOf: (file: File) => number;
  /** The button that plays it. */
  listen: ReactNode;
  cover: ReactNode;
}

/** For clients: how long the record is, the button that plays it, and how to get its files. */
export function Delivery({ project, files, record, gapOf, listen, cover }: DeliveryProps) {
  const { finalsUnlocked } = project;
  // The archive does not include replaced files.
  const finals = files.filter(({ fileType, current }) => fileType !== 'upload' && current);
  const bytes = finals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const seconds = record.reduce(
    (sum, file, index) => sum + (index > 0 ? gapOf(file) : 0) + (file.analysis.durationS ?? 0),
    0,
  );
  const locked = hasOpenInvoice(project) ? ', locked until payment' : ', locked until payment: no invoice yet';
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="md" wrap="nowrap" flex="1 1 260px" miw={0}>
        {cover}
        <Box miw={0}>
          {record.length > 0 && (
            <Text fw={500}>{[plural(record.length, 'track'), formatSeconds(seconds)].join(', ')}</Text>
          )}
          <Text size="xs" c="dimmed">
            {plural(finals.length, 'file')}, {formatBytes(bytes)}
            {!finalsUnlocked && locked}
          </Text>
        </Box>
      </Group>
      <Group gap="xs">
        {record.length > 0 && listen}
        {finalsUnlocked && (
          <Button
            component="a"
            variant="default"
            href={`/api/files/project/${project.id}/archive/finals`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download all
          </Button>
        )}
        {finals.length > 0 && (
          <Button component="a" variant="subtle" px={{ base: 8, sm: 'md' }} href={`/d/${project.id}`}>
            Delivery page
          </Button>
        )}
      </Group>
    </Group>
  );
}
