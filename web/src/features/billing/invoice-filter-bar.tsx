import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type InvoiceStatus, invoiceStatuses, optionsOf } from '../../lib/words';

export interface InvoiceFilters {
  search: string;
  status: InvoiceStatus | null;
}

interface InvoiceFilterBarProps {
  filters: InvoiceFilters;
  /** The text in the search field, which becomes a filter after a pause. */
  typed: string;
  type: (text: string) => void;
  change: (filters: Partial<InvoiceFilters>) => void;
}

export function InvoiceFilterBar({ filters, typed, type, change }: InvoiceFilterBarProps) {
  return (
    <Group gap="xs">
      <TextInput
        flex={1}
        miw={200}
        maw={{ sm: 360 }}
        type="search"
        placeholder="Search invoices"
        aria-label="Search invoices"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-shortcut="/"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        w={160}
        placeholder="All statuses"
        aria-label="Status"
        clearable
        data={optionsOf(invoiceStatuses)}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      {(filters.status !== null || filters.search !== '' || typed !== '') && (
        <Button variant="subtle" color="gray" onClick={() => change({ search: '', status: null })}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
