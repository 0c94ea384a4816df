import { ActionBar, Button, Menu, Text } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Project, projectsListQueryKey, projectsUpdate } from '../../api';
import { messageOf } from '../../api/error';
import { plural } from '../../lib/format/format';
import { type ManualStatus, projectStatuses } from '../../lib/words';
import { toast } from '../../ui/toast';
import { StatusItems } from './status-menu';
import { askBeforeDelivery } from './unpaid-delivery';

/** Updates the projects one after the other; failed ones are reported and stay selected. */
function useBulkStatus(onDone: (failed: Project[]) => void) {
  return useMutation({
    mutationFn: async ({ projects, status }: { projects: Project[]; status: ManualStatus }) => {
      const failed: { project: Project; reason: string }[] = [];
      for (const project of projects) {
        try {
          await projectsUpdate({ path: { id: project.id }, body: { status }, throwOnError: true });
        } catch (error) {
          failed.push({ project, reason: messageOf(error, 'Failed to update status') });
        }
      }
      const done = projects.length - failed.length;
      if (done > 0)
        toast.success('Status changed', `${plural(done, 'project')} set to ${projectStatuses[status].label}`);
      if (failed.length > 0) {
        toast.error(
          'Failed to update projects',
          failed.map(({ project, reason }) => `${project.title}: ${reason}`).join('\n'),
        );
      }
      onDone(failed.map(({ project }) => project));
    },
    meta: { invalidates: [[{ _id: projectsListQueryKey()[0]._id }]] },
  });
}

interface BulkStatusProps {
  selected: Project[];
  onClear: () => void;
  onDone: (failed: Project[]) => void;
}

/** Actions on the selected rows, floating above the bottom of the window. */
export function BulkStatus({ selected, onClear, onDone }: BulkStatusProps) {
  const bulk = useBulkStatus(onDone);
  return (
    <ActionBar
      opened={selected.length > 0}
      onClose={onClear}
      closeOnEscape
      position={{ bottom: 'calc(var(--app-shell-footer-offset, 0px) + 16px)', left: 0, right: 0 }}
      aria-label="Selected projects"
    >
      <Text size="sm" px="xs" style={{ whiteSpace: 'nowrap' }}>
        {selected.length} selected
      </Text>
      <ActionBar.Divider />
      <Menu width={200} position="top">
        <Menu.Target>
          <Button loading={bulk.isPending} rightSection={<IconChevronUp size={14} aria-hidden />}>
            Set status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <StatusItems
            onChoose={(status) =>
              askBeforeDelivery(selected, status, () => bulk.mutate({ projects: selected, status }))
            }
          />
        </Menu.Dropdown>
      </Menu>
      <ActionBar.CloseButton aria-label="Clear selection" />
    </ActionBar>
  );
}
