import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { SortColumn, Sorting } from './rows';

/** Space of rows that are not rendered. */
export function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

interface SortHeaderProps {
  column: SortColumn;
  label: string;
  w?: number;
  right?: boolean;
  sorting: Sorting;
  onSort: (column: SortColumn) => void;
}

export function SortHeader({ column, label, w, right, sorting, onSort }: SortHeaderProps) {
  const sorted = sorting.column === column;
  const Icon = sorting.descending ? IconChevronDown : IconChevronUp;
  return (
    <Table.Th w={w} aria-sort={sorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        w="100%"
        fz="inherit"
        fw={sorted ? 600 : 'inherit'}
        c={sorted ? 'var(--mantine-color-text)' : 'inherit'}
        onClick={() => onSort(column)}
      >
        <Group gap={2} wrap="nowrap" justify={right ? 'flex-end' : 'flex-start'}>
          {label}
          {sorted && <Icon size={12} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
