import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { projectsUpdateMutation, type Project } from '../../api';
import { projectKeys } from '../../api/keys';
import { manualStatuses, projectStatuses } from '../../lib/project-status';

/** The five statuses that an engineer sets by hand. */
export function StatusMenu({ project }: { project: Project }) {
  const update = useMutation({
    ...projectsUpdateMutation(),
    meta: {
      invalidates: projectKeys(project.id),
      failure: { title: 'Error', message: 'Failed to update status' },
    },
  });
  return (
    <Menu width={200}>
      <Menu.Target>
        <Button variant="default" loading={update.isPending} rightSection={<IconChevronDown size={14} aria-hidden />}>Set status</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {manualStatuses.map((status) => (
          <Menu.Item
            key={status}
            rightSection={status === project.status && <IconCheck size={14} aria-label="Current status" />}
            onClick={() => update.mutate({ path: { id: project.id }, body: { status } })}
          >
            {projectStatuses[status].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
