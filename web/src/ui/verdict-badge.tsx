import { Badge, Tooltip } from '@mantine/core';
import type { Approval } from '../api';
import { formatDateTime } from '../lib/format/format';

const WORDS = {
  approved: { label: 'Approved', color: 'green' },
  changes_requested: { label: 'Changes requested', color: 'orange' },
} as const;

/** The client's verdict on a version, with name and date; renders nothing without one. */
export function VerdictBadge({ approval }: { approval: Approval | null }) {
  if (!approval) return null;
  const { label, color } = WORDS[approval.verdict];
  const given = `${approval.userName}, ${formatDateTime(approval.createdAt)}`;
  return (
    <Tooltip label={approval.void ? `${given}. Void: a newer version has arrived` : given}>
      <Badge
        size="sm"
        flex="none"
        tabIndex={0}
        color={approval.void ? 'gray' : color}
        td={approval.void ? 'line-through' : undefined}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}
