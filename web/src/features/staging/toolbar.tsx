import { Button, CloseButton, Group, Menu, Select, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconSearch, IconTrash } from '@tabler/icons-react';
import type { StagingFile } from '../../api';
import { plural } from '../../lib/format/format';
import { slotKinds } from '../../lib/slots';
import { optionsOf, stagingStatuses } from '../../lib/words';
import { useWiderThan } from '../../ui/use-wider-than';
import { isOpen, isPlaced } from './assignments';
import { slotTypes } from './keyboard';
import type { RowFilter, StatusFilter } from './rows';
import type { StagingActions } from './use-staging';

const STATUSES: { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All statuses' },
  ...optionsOf(stagingStatuses),
];

interface FiltersProps {
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  /** Number of rows that need attention, whatever the filter. */
  attention: number;
  /** Hidden without tracks, because all files are pending then. */
  withStatus: boolean;
}

export function Filters({ filter, onFilter, attention, withStatus }: FiltersProps) {
  const wide = useWiderThan('sm');
  return (
    <>
      <TextInput
        flex="1 1 100px"
        maw={{ lg: 200 }}
        placeholder="Filter files"
        aria-label="Filter files"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          filter.text !== '' && (
            <CloseButton size="xs" aria-label="Clear filter" onClick={() => onFilter({ ...filter, text: '' })} />
          )
        }
        value={filter.text}
        onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
      />
      {withStatus && (
        <Select
          w={150}
          flex="none"
          aria-label="Status"
          data={STATUSES}
          value={filter.status}
          allowDeselect={false}
          onChange={(status) => onFilter({ ...filter, status: status ?? 'all' })}
        />
      )}
      <Button
        flex="none"
        variant={filter.attentionOnly ? 'light' : 'default'}
        color={filter.attentionOnly ? 'yellow' : undefined}
        px={wide ? undefined : 'sm'}
        aria-label={`Needs attention (${attention})`}
        aria-pressed={filter.attentionOnly}
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        onClick={() => onFilter({ ...filter, attentionOnly: !filter.attentionOnly })}
      >
        {wide ? `Needs attention (${attention})` : attention}
      </Button>
    </>
  );
}

interface BulkProps {
  chosen: StagingFile[];
  actions: StagingActions;
  onClear: () => void;
}

/** Actions on all selected files. */
export function BulkActions({ chosen, actions, onClear }: BulkProps) {
  const pending = chosen.some(isOpen);
  const assigned = chosen.some(isPlaced);
  return (
    <Group gap="xs" role="group" aria-label="Selected files">
      <Group gap={4} wrap="nowrap">
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
        <Text size="sm" fw={500} style={{ whiteSpace: 'nowrap' }}>
          {chosen.length} selected
        </Text>
      </Group>
      <Button disabled={!pending} onClick={() => actions.accept(chosen)}>
        Accept suggestions
      </Button>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Slot
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Put each into this slot of its track</Menu.Label>
          {slotTypes.map((slotType, index) => {
            const { label, Icon } = slotKinds[slotType];
            return (
              <Menu.Item
                key={slotType}
                leftSection={<Icon size={16} aria-hidden />}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {index + 1}
                  </Text>
                }
                onClick={() => actions.intoSlot(chosen, slotType)}
              >
                {label}
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          <Menu.Item disabled={!assigned} onClick={() => actions.unassign(chosen)}>
            Remove from slots
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        aria-label={`Delete ${plural(chosen.length, 'selected file')}`}
        onClick={() => {
          onClear();
          actions.remove(chosen);
        }}
      >
        Delete
      </Button>
    </Group>
  );
}
