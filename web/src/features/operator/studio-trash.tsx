import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type StudioTrash, trashEmptyStudioMutation, trashStudiosOptions } from '../../api';
import { trashKeys } from '../../api/keys';
import { formatBytes, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';

/** Size of the trash of each studio, which can be emptied when the disk gets full. */
export function StudioTrashes() {
  const { data, isPending, isError, error, refetch } = useQuery({ ...trashStudiosOptions(), select: dataOf });
  const bytes = data?.reduce((sum, studio) => sum + studio.bytes, 0) ?? 0;
  const files = data?.reduce((sum, studio) => sum + studio.files, 0) ?? 0;
  return (
    <Stack gap="sm" component="section" aria-labelledby="studio-trash">
      <SectionHeader
        id="studio-trash"
        title="Trash"
        subtitle="Deleted files and projects of all studios. They are kept for 30 days and take up space until then."
      >
        {files > 0 && <Empty which="all" label="Empty all trash" of="all studios" files={files} bytes={bytes} />}
      </SectionHeader>
      {isPending && <Skeleton h={80} />}
      {isError && <Failure title="The trash could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          Nothing is in the trash.
        </Text>
      )}
      {data && data.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Studio</Table.Th>
              <Table.Th w={72} ta="right">
                Files
              </Table.Th>
              <Table.Th w={110} ta="right">
                Size
              </Table.Th>
              <Table.Th w={96} ta="right">
                Actions
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((studio) => (
              <Table.Tr key={studio.studioId ?? 'unknown'}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{nameOf(studio)}</Table.Td>
                <Table.Td ta="right">{studio.files}</Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {formatBytes(studio.bytes)}
                </Table.Td>
                <Table.Td>
                  <Group justify="flex-end">
                    <Empty
                      which={studio.studioId ?? 'unknown'}
                      label="Empty"
                      of={nameOf(studio)}
                      files={studio.files}
                      bytes={studio.bytes}
                    />
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

const nameOf = ({ studioId, studioName }: StudioTrash) => (studioId ? (studioName ?? 'A studio') : 'Left over');

interface EmptyProps {
  which: string;
  label: string;
  of: string;
  files: number;
  bytes: number;
}

function Empty({ which, label, of, files, bytes }: EmptyProps) {
  const size = `${plural(files, 'file')} (${formatBytes(bytes)})`;
  const empty = useMutation({
    ...trashEmptyStudioMutation(),
    meta: {
      invalidates: trashKeys(),
      success: { title: 'Trash Emptied', message: `${size} deleted for good` },
      failure: { title: 'Error', message: 'Failed to empty the trash' },
    },
  });
  const ask = () =>
    modals.openConfirmModal({
      title: 'Empty the trash?',
      children: (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Trash of {of}: {size}, with deleted projects. It is deleted for good, and nobody there can restore it.
        </Text>
      ),
      labels: { confirm: 'Empty trash', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => empty.mutate({ body: { which } }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      loading={empty.isPending}
      aria-label={which === 'all' ? label : `Empty the trash of ${of}`}
      onClick={ask}
    >
      {label}
    </Button>
  );
}
