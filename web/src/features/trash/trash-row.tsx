import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { trashDeleteMutation, type TrashItem, trashRestoreMutation } from '../../api';
import { fileKeys, projectKeys, stagingKeys, trashKeys } from '../../api/keys';
import { formatAge, formatBytes, formatDeadline } from '../../lib/format/format';
import { storageKinds } from '../../lib/words';
import { FileName } from '../../ui/file-name';
import { useWiderThan } from '../../ui/use-wider-than';

/** One deleted file with both ways out of the trash. */
export function TrashRow({ item }: { item: TrashItem }) {
  const wide = useWiderThan('sm');
  const { id, fileName, kind, bytes, projectId, projectTitle, trashedBy, trashedAt, endsAt } = item;
  const restore = useMutation({
    ...trashRestoreMutation(),
    meta: {
      invalidates: [
        ...trashKeys(),
        ...(projectId ? [...fileKeys(projectId), ...projectKeys(projectId), ...stagingKeys(projectId)] : []),
      ],
      success: { title: 'File Restored', message: `${fileName} is back in ${projectTitle ?? 'its project'}` },
      failure: { title: 'Error', message: 'Failed to restore the file' },
    },
  });
  const remove = useMutation({
    ...trashDeleteMutation(),
    meta: {
      invalidates: trashKeys(),
      success: { title: 'File Deleted', message: `${fileName} is deleted for good` },
      failure: { title: 'Error', message: 'Failed to delete the file' },
    },
  });
  const ask = () =>
    modals.openConfirmModal({
      title: 'Delete for good?',
      children: (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {fileName} ({formatBytes(bytes)}) cannot be restored afterwards.
        </Text>
      ),
      labels: { confirm: 'Delete for good', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path: { id } }),
    });
  const facts = [
    kind && storageKinds[kind].label,
    formatBytes(bytes),
    `deleted ${formatAge(trashedAt)}${trashedBy ? ` by ${trashedBy}` : ''}`,
    `kept until ${formatDeadline(endsAt)}`,
  ].filter(Boolean);
  return (
    <Group
      component="li"
      px="sm"
      py={8}
      gap="sm"
      wrap={wide ? 'nowrap' : 'wrap'}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)', marginTop: -1 }}
    >
      <Box flex={wide ? 1 : '1 0 100%'} miw={0}>
        <FileName name={fileName} fw={500} />
        <Text size="xs" c="dimmed" truncate={wide}>
          {projectTitle && projectId && (
            <>
              <Anchor component={Link} to={`/app/projects/${projectId}?tab=files`} inherit underline="always">
                {projectTitle}
              </Anchor>
              {' · '}
            </>
          )}
          {facts.join(' · ')}
        </Text>
      </Box>
      <Group gap="xs" wrap="nowrap" flex="none">
        {item.can.restore && (
          <Button
            size="xs"
            variant="default"
            loading={restore.isPending}
            aria-label={`Restore ${fileName}`}
            onClick={() => restore.mutate({ path: { id } })}
          >
            Restore
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={remove.isPending}
          aria-label={`Delete for good: ${fileName}`}
          onClick={ask}
        >
          Delete for good
        </Button>
      </Group>
    </Group>
  );
}
