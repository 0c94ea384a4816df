import { Badge } from '@mantine/core';
import { type ProjectStatus, projectStatuses } from '../lib/project-status';

export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  const { label, color } = projectStatuses[status];
  return (
    <Badge color={color} flex="none">
      {label}
    </Badge>
  );
}
