import { Box, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { splitForEllipsis } from '../../lib/format/middle-ellipsis';
import { type SlotPlaceProps, useSlotPlace } from './slot-place';

/** A slot in the table of tracks and slots. */
export function Cell(props: SlotPlaceProps) {
  const { name, state, isStaged, play, place, button, menu } = useSlotPlace(props);
  const { isRequired } = props.slot;
  return (
    <Table.Td
      p={2}
      {...place}
      style={isStaged ? { boxShadow: 'inset 2px 0 var(--mantine-color-blue-filled)' } : undefined}
    >
      <Group gap={4} wrap="nowrap">
        {play}
        <UnstyledButton flex={1} miw={0} mih={40} px={4} {...button} style={{ cursor: isStaged ? 'grab' : 'pointer' }}>
          {name ? (
            <Group gap={6} wrap="nowrap" title={`${name}, ${state}`}>
              {!isStaged && <IconCircleCheck size={14} color="var(--mantine-color-green-text)" {...mark} />}
              <TwoLines name={name} />
            </Group>
          ) : (
            <Text size="xs" c={isRequired ? 'red' : 'dimmed'}>
              {isRequired ? 'Required' : '–'}
            </Text>
          )}
        </UnstyledButton>
      </Group>
      {menu}
    </Table.Td>
  );
}

const mark = { 'aria-hidden': true, style: { flex: 'none' } } as const;

/** Characters that fit into two lines of a cell. Longer names keep their end, where versions differ. */
const TWO_LINES = 24;
const END = 14;

function TwoLines({ name }: { name: string }) {
  if (name.length <= TWO_LINES) {
    return (
      <Text size="xs" lh={1.3} lineClamp={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    );
  }
  return (
    <Box miw={0}>
      {splitForEllipsis(name, END).map((part, index) => (
        <Text key={index} size="xs" lh={1.3} truncate>
          {part}
        </Text>
      ))}
    </Box>
  );
}
