import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  dataOf,
  type DeletedProject,
  projectsDeleteForGoodMutation,
  projectsListDeletedOptions,
  projectsRestoreMutation,
} from '../../api';
import { projectKeys, trashKeys } from '../../api/keys';
import { formatAge, formatBytes, formatDeadline, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { useWiderThan } from '../../ui/use-wider-than';

/** For engineers: the projects of their studio that can still be restored. */
export function DeletedProjects() {
  const { data, isError, error, refetch } = useQuery({
    ...projectsListDeletedOptions(),
    select: dataOf,
    refetchOnMount: 'always',
  });
  if (isError) return <Failure title="Failed to load deleted projects" error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="deleted-projects">
      <SectionHeader
        id="deleted-projects"
        title="Recently deleted projects"
        subtitle="Hidden from you and from their clients. They take up space until they are deleted for good."
      />
      <Paper withBorder component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((project) => (
          <Row key={project.id} project={project} />
        ))}
      </Paper>
    </Stack>
  );
}

function Row({ project }: { project: DeletedProject }) {
  const wide = useWiderThan('sm');
  const { id, title, client_name: client, files, bytes, deletedBy, deletedAt, endsAt } = project;
  const restore = useMutation({
    ...projectsRestoreMutation(),
    meta: {
      invalidates: [...trashKeys(), ...projectKeys(id)],
      success: { title: 'Project Restored', message: `${title} is back, with its files and comments` },
      failure: { title: 'Error', message: 'Failed to restore the project' },
    },
  });
  const remove = useMutation({
    ...projectsDeleteForGoodMutation(),
    meta: {
      invalidates: trashKeys(),
      success: { title: 'Project Deleted', message: `${title} and its files are deleted for good` },
      failure: { title: 'Error', message: 'Failed to delete the project' },
    },
  });
  const ask = () =>
    modals.openConfirmModal({
      title: 'Delete for good?',
      children: (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title} is deleted with {plural(files, 'file')} ({formatBytes(bytes)}), its comments and its history. It
          cannot be restored afterwards.
        </Text>
      ),
      labels: { confirm: 'Delete for good', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path: { id } }),
    });
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
        <Text size="sm" fw={500} truncate={wide} style={wide ? undefined : { overflowWrap: 'anywhere' }} title={title}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate={wide}>
          {[
            client,
            plural(files, 'file'),
            formatBytes(bytes),
            `deleted ${formatAge(deletedAt)}${deletedBy ? ` by ${deletedBy}` : ''}`,
            `kept until ${formatDeadline(endsAt)}`,
          ].join(' · ')}
        </Text>
      </Box>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button
          size="xs"
          variant="default"
          loading={restore.isPending}
          aria-label={`Restore ${title}`}
          onClick={() => restore.mutate({ path: { id } })}
        >
          Restore
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={remove.isPending}
          aria-label={`Delete for good: ${title}`}
          onClick={ask}
        >
          Delete for good
        </Button>
      </Group>
    </Group>
  );
}
