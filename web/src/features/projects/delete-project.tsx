import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Project, projectsDeleteMutation } from '../../api';
import { projectsListQueryKey } from '../../api/generated/@tanstack/react-query.gen';

/** For engineers: the end of a project that was never invoiced. */
export function DeleteProject({ project }: { project: Project }) {
  const { id, title } = project;
  const navigate = useNavigate();
  const remove = useMutation({
    ...projectsDeleteMutation(),
    meta: {
      invalidates: [projectsListQueryKey()],
      success: { title: 'Project Deleted', message: `${title} and its files are gone` },
      failure: { title: 'Error', message: 'Failed to delete project' },
    },
    onSuccess: () => navigate('/app/projects'),
  });
  const confirm = () =>
    modals.openConfirmModal({
      title: 'Delete project',
      children: (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {`${title} is deleted for good, with its files, comments and history, for ${project.client_name} as well.`}
        </Text>
      ),
      labels: { confirm: 'Delete project', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path: { id } }),
    });
  return (
    <Button
      variant="default"
      c="red"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.isPending}
      onClick={confirm}
      style={{ alignSelf: 'flex-start' }}
    >
      Delete project
    </Button>
  );
}
