import { Group, Table, type TableThProps, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

interface SortHeaderProps extends TableThProps {
  label: string;
  /** Current order by this column; undefined if the rows are sorted by another. */
  sorted: 'asc' | 'desc' | undefined;
  onSort: () => void;
}

/** Header of a sortable column. */
export function SortHeader({ label, sorted, onSort, ...props }: SortHeaderProps) {
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')} {...props}>
      <UnstyledButton fz="inherit" fw="inherit" c="inherit" className="touch-area" onClick={onSort}>
        <Group gap={4} wrap="nowrap">
          {label}
          {sorted && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
