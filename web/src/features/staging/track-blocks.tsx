import { Box, Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Slot, TrackEntry } from '../../api';
import { plural } from '../../lib/format/format';
import { bySlotOrder, slotKinds } from '../../lib/slots';
import { FileName } from '../../ui/file-name';
import { useWiderThan } from '../../ui/use-wider-than';
import { type SlotPlaceProps, useSlotPlace } from './slot-place';

interface TrackBlocksProps {
  label: string;
  entries: TrackEntry[];
  lead: (entry: TrackEntry) => ReactNode;
  tail: (entry: TrackEntry) => ReactNode;
  /** Props of a slot's row or button. */
  propsOf: (slot: Slot, entry: TrackEntry) => SlotPlaceProps;
}

/** The tracks on a narrow screen: below each one the slots that have or need a file, then the others. */
export function TrackBlocks({ label, entries, lead, tail, propsOf }: TrackBlocksProps) {
  return (
    <Box component="ul" aria-label={label} m={0} p={0} style={{ listStyle: 'none' }}>
      {entries.map((entry) => {
        const slots = [...entry.slots].sort(bySlotOrder);
        const isShown = ({ stagingFileId, fileId, isRequired }: Slot) => stagingFileId ?? fileId ?? isRequired;
        const empty = slots.filter((slot) => !isShown(slot));
        return (
          <Stack
            key={entry.track.id}
            component="li"
            gap={6}
            py="sm"
            style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
          >
            <Group gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
              <Box miw={0} flex={1}>
                {lead(entry)}
              </Box>
              <Box flex="none" ta="right" pt={6}>
                {tail(entry)}
              </Box>
            </Group>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing={6}>
              {slots.filter(isShown).map((slot) => (
                <Row key={slot.id} {...propsOf(slot, entry)} />
              ))}
            </SimpleGrid>
            {empty.length > 0 && (
              <EmptySlots count={empty.length} trackTitle={entry.track.title}>
                {empty.map((slot) => (
                  <Empty key={slot.id} {...propsOf(slot, entry)} />
                ))}
              </EmptySlots>
            )}
          </Stack>
        );
      })}
    </Box>
  );
}

/** A slot that has or needs a file. */
function Row(props: SlotPlaceProps) {
  const { name, state, isStaged, play, place, button, menu } = useSlotPlace(props);
  const { label } = slotKinds[props.slot.slotType];
  return (
    <Group
      gap={4}
      wrap="nowrap"
      miw={0}
      pl={4}
      bdrs="sm"
      {...place}
      style={{ border: BORDER[name ? 'full' : 'empty'] }}
    >
      {play}
      <UnstyledButton flex={1} miw={0} mih={48} px={6} py={4} {...button}>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Box miw={0}>
            <Text size="xs" lh={1.4} c="dimmed" truncate>
              {label}
              {name && ` · ${state}`}
            </Text>
            {name ? (
              <Group gap={6} wrap="nowrap" miw={0}>
                {!isStaged && (
                  <IconCircleCheck
                    size={14}
                    color="var(--mantine-color-green-text)"
                    aria-hidden
                    style={{ flex: 'none' }}
                  />
                )}
                <FileName name={name} />
              </Group>
            ) : (
              <Text size="sm" c="red">
                Required
              </Text>
            )}
          </Box>
          <IconChevronDown size={14} aria-hidden style={{ flex: 'none', opacity: 0.6 }} />
        </Group>
      </UnstyledButton>
      {menu}
    </Group>
  );
}

const BORDER = {
  full: '1px solid var(--mantine-color-default-border)',
  empty: '1px dashed var(--mantine-color-default-border)',
};

interface EmptySlotsProps {
  count: number;
  trackTitle: string;
  children: ReactNode;
}

/** Slots that need no file. A phone shows them on request, because they take more lines than the files. */
function EmptySlots({ count, trackTitle, children }: EmptySlotsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useWiderThan('sm');
  if (isWide || isOpen) return <Group gap={6}>{children}</Group>;
  const label = plural(count, 'empty slot');
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      mr="auto"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={`${trackTitle}: ${label}`}
      onClick={() => setIsOpen(true)}
    >
      {label}
    </Button>
  );
}

/** An empty slot that needs no file. */
function Empty(props: SlotPlaceProps) {
  const { place, button, menu } = useSlotPlace(props);
  return (
    <Box {...place}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPlus size={14} aria-hidden />}
        {...button}
      >
        {slotKinds[props.slot.slotType].label}
      </Button>
      {menu}
    </Box>
  );
}
