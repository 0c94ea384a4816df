import { Box, Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf, type File, type Project, waitingGetOptions } from '../../api';
import { useSession } from '../../api/session';
import { formatBytes, formatSeconds, plural } from '../../lib/format/format';
import { hasOpenInvoice } from './pay-to-download';

interface DeliveryProps {
  project: Project;
  files: File[];
  /** The newest master of each track, in order. */
  record: File[];
  /** Seconds of silence before a file when the record plays. */
  gapOf: (file: File) => number;
  /** Renders the button that plays it. */
  listen: (leads: boolean) => ReactNode;
  cover: ReactNode;
}

/** For clients: how long the record is, the button that plays it, and how to get its files. */
export function Delivery({ project, files, record, gapOf, listen, cover }: DeliveryProps) {
  const { finalsUnlocked, can } = project;
  const downloads = can.downloadFinals;
  const step = useNextStep(project);
  const downloadLeads = downloads && (step === 'download' || step === 'done');
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
            {can.seeMoney && !finalsUnlocked && locked}
          </Text>
        </Box>
      </Group>
      <Group gap="xs">
        {record.length > 0 && listen(!downloadLeads)}
        {downloads && (
          <Button
            component="a"
            variant={downloadLeads ? 'filled' : 'default'}
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

/** The reader's next step in the project; undefined for engineers. */
function useNextStep({ id, can }: Project) {
  const isEngineer = useSession().user.role === 'engineer';
  const { data } = useQuery({ ...waitingGetOptions(), select: dataOf, enabled: !isEngineer && can.downloadFinals });
  return data?.steps.find(({ projectId }) => projectId === id)?.step;
}
