import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { StoredFile } from '../../api';
import { formatBytes, formatDate } from '../../lib/format/format';
import { storageKinds } from '../../lib/words';
import { FileName } from '../../ui/file-name';
import { SectionHeader } from '../../ui/section-header';

/** The ten largest files with links to their projects. */
export function LargestFiles({ files }: { files: StoredFile[] }) {
  return (
    <section aria-labelledby="largest-files">
      <Stack gap="sm">
        <SectionHeader id="largest-files" title="Largest files" />
        <Table layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>File</Table.Th>
              <Table.Th w={130} visibleFrom="sm">
                Kind
              </Table.Th>
              <Table.Th w={130} visibleFrom="md">
                Uploaded
              </Table.Th>
              <Table.Th w={100} ta="right">
                Size
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map(({ id, projectId, projectTitle, fileName, kind, bytes, createdAt }) => (
              <Table.Tr key={id} h={44}>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/app/projects/${projectId}?tab=${kind === 'staging' ? 'staging' : 'files'}`}
                    c="inherit"
                    display="block"
                  >
                    <FileName name={fileName} fw={500} />
                  </Anchor>
                  <Group gap={6} wrap="nowrap">
                    <Text size="xs" c="dimmed" truncate>
                      {projectTitle}
                    </Text>
                    <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                      · {storageKinds[kind].label}
                    </Text>
                  </Group>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Badge color={storageKinds[kind].color}>{storageKinds[kind].label}</Badge>
                </Table.Td>
                <Table.Td visibleFrom="md">
                  <Text size="sm" c="dimmed">
                    {formatDate(createdAt)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {formatBytes(bytes)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </section>
  );
}
