import { Button, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { type Freeable, storageUsageDeleteAllSupersededMutation, storageUsageUsageQueryKey } from '../../api';
import { formatBytes, plural } from '../../lib/format';

export const freed = { invalidates: [storageUsageUsageQueryKey()] };

/** Asks for confirmation, listing what is deleted, what is kept and how much space it frees. */
export function askToFree(what: 'superseded' | 'archive', title: string | null, gone: Freeable, go: () => void): void {
  const size = `${plural(gone.files, 'file')}, ${formatBytes(gone.bytes)}`;
  const archiving = what === 'archive';
  modals.openConfirmModal({
    title: archiving ? 'Archive project' : 'Delete superseded versions',
    children: (
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {archiving
            ? `The client’s originals, superseded versions and what was left in staging of “${title}” are deleted: `
            : `Masters ${title ? `of “${title}” ` : ''}that a newer version has replaced are deleted: `}
          <b>{size}</b>.
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>The newest masters stay and can be heard and downloaded as before.</List.Item>
          <List.Item>Comments, quotes and invoices stay.</List.Item>
          <List.Item>Deleted files cannot be brought back.</List.Item>
        </List>
      </Stack>
    ),
    labels: {
      confirm: archiving ? `Archive and free ${formatBytes(gone.bytes)}` : `Delete and free ${formatBytes(gone.bytes)}`,
      cancel: 'Cancel',
    },
    confirmProps: { color: 'red' },
    onConfirm: go,
  });
}

export const freedText = ({ bytes, files }: Freeable): string =>
  `${plural(files, 'file')} deleted, ${formatBytes(bytes)} freed`;

/** Frees space in all projects at once. */
export function Free({ gone }: { gone: Freeable }) {
  const remove = useMutation({
    ...storageUsageDeleteAllSupersededMutation(),
    meta: {
      ...freed,
      success: { title: 'Versions Deleted', message: freedText(gone) },
      failure: { title: 'Error', message: 'Failed to delete superseded versions' },
    },
  });
  return (
    <Button
      variant="default"
      loading={remove.isPending}
      onClick={() => askToFree('superseded', null, gone, () => remove.mutate({}))}
    >
      Delete superseded versions
    </Button>
  );
}
