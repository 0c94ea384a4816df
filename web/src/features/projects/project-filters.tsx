import {
  ActionIcon,
  Button,
  CloseButton,
  Collapse,
  Group,
  Indicator,
  Select,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { optionsOf, projectStatuses } from '../../lib/words';
import { INVOICE_STATUSES, type ProjectFilters, sortBy, SORTS } from './filters';

const STATUSES = optionsOf(projectStatuses);

interface FilterBarProps {
  filters: ProjectFilters;
  /** Typed text, which the list follows after a pause. */
  search: string;
  onSearch: (search: string) => void;
  onChange: (change: Partial<ProjectFilters>) => void;
}

/** Search, filters and sort order. */
export function FilterBar({ filters, search, onSearch, onChange }: FilterBarProps) {
  const narrowed = [filters.status, filters.invoice].filter((filter) => filter !== null).length;
  const [open, { toggle }] = useDisclosure(narrowed > 0);
  const { order } = filters;
  const clear = () => {
    onChange({ search: '', status: null, invoice: null });
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <TextInput
          flex={{ base: '1 0 100%', sm: 1 }}
          miw={0}
          maw={{ sm: 360 }}
          type="search"
          data-shortcut="/"
          placeholder="Search projects"
          aria-label="Search projects"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            search !== '' && <CloseButton size="xs" aria-label="Clear search" onClick={() => onSearch('')} />
          }
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <Indicator label={narrowed} size={16} disabled={narrowed === 0} offset={3}>
          <Tooltip label={open ? 'Hide filters' : 'Show filters'}>
            <ActionIcon size={32} variant="default" aria-label="Filters" aria-expanded={open} onClick={toggle}>
              <IconAdjustmentsHorizontal size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Indicator>
        <Group gap="xs" ml="auto" wrap="nowrap">
          <Select
            w={130}
            aria-label="Sort by"
            allowDeselect={false}
            data={SORTS}
            value={filters.sort}
            onChange={(sort) => sort && onChange(sortBy(sort))}
          />
          <Tooltip label={order === 'asc' ? 'Ascending' : 'Descending'}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={order === 'asc' ? 'Ascending; switch to descending' : 'Descending; switch to ascending'}
              onClick={() => onChange({ order: order === 'asc' ? 'desc' : 'asc' })}
            >
              {order === 'asc' ? (
                <IconSortAscending size={18} aria-hidden />
              ) : (
                <IconSortDescending size={18} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Collapse expanded={open}>
        <Group gap="xs">
          <Select
            w={{ base: '100%', xs: 190 }}
            placeholder="All statuses"
            aria-label="Project status"
            clearable
            data={STATUSES}
            value={filters.status}
            onChange={(status) => onChange({ status })}
          />
          <Select
            w={{ base: '100%', xs: 190 }}
            placeholder="All invoices"
            aria-label="Invoice status"
            clearable
            data={INVOICE_STATUSES}
            value={filters.invoice}
            onChange={(invoice) => onChange({ invoice })}
          />
          <Button variant="subtle" color="gray" disabled={narrowed === 0 && search === ''} onClick={clear}>
            Clear filters
          </Button>
        </Group>
      </Collapse>
    </Stack>
  );
}
