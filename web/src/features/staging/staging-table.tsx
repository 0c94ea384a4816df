import { Box, Group, Paper, SimpleGrid, Table, Text } from '@mantine/core';
import type { StagingFile } from '../../api';
import { formatBytes } from '../../lib/format';
import { FileName } from '../../ui/file-name';
import { useWiderThan } from '../../ui/use-wider-than';
import { Waveform } from '../../ui/waveform';
import { suggestionOf } from './assignments';
import { ConfidenceBadge } from './confidence';
import { Actions, Assignment, type RowProps, StatusBadge } from './row';
import { SoundCell } from './sound-cell';

const THUMB = { width: 80, height: 28 };
const SMALL_THUMB = { width: 50, height: 28 };

const peaksUrl = (projectId: string, file: StagingFile) =>
  `/api/staging/projects/${projectId}/files/${file.id}/peaks`;

/** Two lines a row: the name alone may take both, otherwise the original name stands beneath. */
function Name({ file }: { file: StagingFile }) {
  if (file.originalName === file.fileName) {
    return (
      <Text size="sm" fw={500} lh={1.3} lineClamp={2} flex={1} miw={0} title={file.fileName} style={{ overflowWrap: 'anywhere' }}>
        {file.fileName}
      </Text>
    );
  }
  return (
    <Box miw={0} flex={1}>
      <FileName name={file.fileName} fw={500} />
      <FileName name={file.originalName} size="xs" c="dimmed" />
    </Box>
  );
}

type ListProps = Omit<RowProps, 'file'> & { projectId: string };

/** The batch as a table, 44 px a row. */
export function StagingTable({ projectId, ...shared }: ListProps) {
  return (
    <Table layout="fixed" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>File Name</Table.Th>
          <Table.Th w={188}>Sound</Table.Th>
          <Table.Th w={92} ta="right">Size</Table.Th>
          <Table.Th w={108}>Status</Table.Th>
          <Table.Th w={224}>Assignment</Table.Th>
          <Table.Th w={92}>Confidence</Table.Th>
          <Table.Th w={112} ta="right">Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shared.files.map((file) => {
          const suggestion = suggestionOf(file);
          return (
            <Table.Tr key={file.id} h={44}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  <Thumbnail projectId={projectId} file={file} />
                  <Name file={file} />
                </Group>
              </Table.Td>
              <Table.Td><SoundCell file={file} peaksUrl={peaksUrl(projectId, file)} /></Table.Td>
              <Table.Td ta="right"><Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>{formatBytes(file.sizeBytes)}</Text></Table.Td>
              <Table.Td><StatusBadge status={file.status} /></Table.Td>
              <Table.Td><Assignment file={file} {...shared} /></Table.Td>
              <Table.Td>{suggestion && <ConfidenceBadge suggestion={suggestion} />}</Table.Td>
              <Table.Td><Actions file={file} {...shared} /></Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function Thumbnail({ projectId, file }: { projectId: string; file: StagingFile }) {
  const size = useWiderThan('xl') ? THUMB : SMALL_THUMB;
  const url = file.analysis.hasPeaks ? peaksUrl(projectId, file) : null;
  return <Waveform url={url} {...size} label={`Waveform of ${file.originalName}`} />;
}

/** The same batch on a narrow screen. */
export function StagingList({ projectId, ...shared }: ListProps) {
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2 }} spacing="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {shared.files.map((file) => {
        const suggestion = suggestionOf(file);
        return (
          <Paper key={file.id} component="li" withBorder p="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Name file={file} />
              <StatusBadge status={file.status} />
            </Group>
            <Group justify="space-between" wrap="nowrap" mt={6}>
              <Thumbnail projectId={projectId} file={file} />
              <Box flex={1} miw={0}><SoundCell file={file} peaksUrl={peaksUrl(projectId, file)} /></Box>
              <Text size="xs" c="dimmed" flex="none">{formatBytes(file.sizeBytes)}</Text>
            </Group>
            <Box mt={6}><Assignment file={file} {...shared} /></Box>
            <Group justify="space-between" wrap="nowrap" mt={4}>
              {suggestion ? <ConfidenceBadge suggestion={suggestion} /> : <span />}
              <Actions file={file} {...shared} />
            </Group>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}
