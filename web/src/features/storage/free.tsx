import { Button, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { type Freeable, storageUsageDeleteAllSupersededMutation } from '../../api';
import { trashKeys } from '../../api/keys';
import { formatBytes, plural } from '../../lib/format/format';

export const freed = { invalidates: trashKeys() };

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
            ? `The client’s originals, superseded versions and what was left in staging of “${title}” go to the trash: `
            : `Masters ${title ? `of “${title}” ` : ''}that a newer version has replaced go to the trash: `}
          <b>{size}</b>.
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>The newest masters are kept and can be played and downloaded as before.</List.Item>
          <List.Item>Comments, quotes and invoices are kept.</List.Item>
          <List.Item>
            Files in the trash can be restored for 30 days. Empty the trash to free their space at once.
          </List.Item>
        </List>
      </Stack>
    ),
    labels: {
      confirm: archiving ? 'Archive' : 'Move to trash',
      cancel: 'Cancel',
    },
    confirmProps: { color: 'red' },
    onConfirm: go,
  });
}

export const freedText = ({ bytes, files }: Freeable): string =>
  `${plural(files, 'file')} moved to the trash, ${formatBytes(bytes)}`;

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
