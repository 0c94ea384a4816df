import { Anchor, Badge, Box, Center, EmptyState, Group, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconFiles, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dataOf, type File, filesListOptions, type Project } from '../../api';
import { formatAge, formatBytes, formatSeconds } from '../../lib/format';
import { slotKinds } from '../../lib/slots';
import { fileTypes } from '../../lib/words';
import { Failure } from '../../ui/failure';
import { FileName } from '../../ui/file-name';
import { useWiderThan } from '../../ui/use-wider-than';
import { VerdictBadge } from '../../ui/verdict-badge';
import { Waveform } from '../../ui/waveform';
import { groupedByTrack } from './by-track';
import { Delivery } from './delivery';
import { DownloadButton } from './download-button';

/** The files of a project, by track; each to be downloaded, or locked until the project is paid. */
export function FileList({ project }: { project: Project }) {
  const {
    data: files = [],
    isPending,
    isSuccess,
    isError,
    error,
    refetch,
  } = useQuery({
    ...filesListOptions({ path: { projectId: project.id } }),
    select: dataOf,
  });
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading files">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load files" error={error} onRetry={() => void refetch()} />;
  if (isSuccess && files.length === 0) {
    return (
      <EmptyState
        py="xl"
        icon={<IconFiles stroke={1.5} aria-hidden />}
        description="No files yet. Released masters appear here."
      />
    );
  }
  const finals = files.filter(({ fileType }) => fileType !== 'upload');
  return (
    <Stack gap="lg">
      {!project.can.update && finals.length > 0 && <Delivery project={project} finals={finals} />}
      {groupedByTrack(files).map(({ id, title, files: group }) => (
        <section key={id} aria-label={title}>
          <Title order={2} size="h3" mb={4} c="dimmed" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
            {group.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

function FileRow({ file }: { file: File }) {
  const wide = useWiderThan('sm');
  const { analysis } = file;
  const facts = [
    file.slotType && slotKinds[file.slotType].label,
    analysis.durationS !== null && formatSeconds(analysis.durationS),
    formatBytes(file.sizeBytes),
    formatAge(file.createdAt),
  ].filter(Boolean);
  return (
    <Group
      component="li"
      mih={52}
      py={6}
      gap="sm"
      wrap={wide ? 'nowrap' : 'wrap'}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Box w={119} flex="none" visibleFrom="sm">
        {analysis.hasPeaks && (
          <Waveform
            url={`/api/files/${file.id}/peaks`}
            width={119}
            height={32}
            label={`Waveform of ${file.fileName}`}
          />
        )}
      </Box>
      <Box flex={wide ? 1 : '1 0 100%'} miw={0}>
        <Group gap="xs" wrap="nowrap">
          <Anchor
            component={Link}
            to={`/app/projects/${file.projectId}/tracks/${file.id}`}
            aria-label={`Track Details of ${file.fileName}`}
            c="inherit"
            miw={0}
          >
            <FileName name={file.fileName} fw={500} />
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
      {file.can.download ? (
        <DownloadButton file={file} />
      ) : (
        <Tooltip label="Pay to Download">
          <Center
            w={30}
            h={30}
            flex="none"
            c="dimmed"
            tabIndex={0}
            role="img"
            aria-label={`${file.fileName} is locked`}
          >
            <IconLock size={16} aria-hidden />
          </Center>
        </Tooltip>
      )}
    </Group>
  );
}
