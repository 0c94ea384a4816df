import { Button, Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Project, projectsUpdateMutation } from '../../api';
import { fileKeys, projectKeys } from '../../api/keys';
import { type ManualStatus, manualStatuses, projectStatuses } from '../../lib/words';
import { ProjectStatusBadge } from '../../ui/status-badge';
import { askBeforeDelivery } from './unpaid-delivery';

function useSetStatus(project: Project) {
  const { mutate, isPending } = useMutation({
    ...projectsUpdateMutation(),
    meta: {
      invalidates: [...projectKeys(project.id), ...fileKeys(project.id)],
      failure: { title: 'Error', message: 'Failed to update status' },
    },
  });
  const update = (status: ManualStatus) =>
    askBeforeDelivery([project], status, () => mutate({ path: { id: project.id }, body: { status } }));
  return { update, isPending };
}

interface StatusItemsProps {
  current?: string;
  onChoose: (status: ManualStatus) => void;
}

/** Menu items for the statuses that an engineer can set. */
export function StatusItems({ current, onChoose }: StatusItemsProps) {
  return manualStatuses.map((status) => (
    <Menu.Item
      key={status}
      rightSection={status === current && <IconCheck size={14} aria-label="Current status" />}
      onClick={() => onChoose(status)}
    >
      {projectStatuses[status].label}
    </Menu.Item>
  ));
}

export function StatusMenu({ project }: { project: Project }) {
  const { update, isPending } = useSetStatus(project);
  return (
    <Menu width={200}>
      <Menu.Target>
        <Button variant="default" loading={isPending} rightSection={<IconChevronDown size={14} aria-hidden />}>
          Set status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems current={project.status} onChoose={update} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The status badge of a row, which opens the menu. */
export function StatusBadgeMenu({ project }: { project: Project }) {
  const { update, isPending } = useSetStatus(project);
  return (
    <Menu width={200} position="bottom-start" keepMounted={false}>
      <Menu.Target>
        <UnstyledButton
          className="touch-area"
          aria-label={`Status of ${project.title}: ${projectStatuses[project.status].label}`}
          display="inline-flex"
          opacity={isPending ? 0.5 : 1}
          style={{ alignItems: 'center', gap: 4 }}
        >
          <ProjectStatusBadge status={project.status} />
          <IconChevronDown size={12} aria-hidden opacity={0.6} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems current={project.status} onChoose={update} />
      </Menu.Dropdown>
    </Menu>
  );
}
