import { ActionIcon, Badge, Box, Group, Paper, SimpleGrid, Text, Title, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import type { Slot, Track, TrackEntry } from '../../api';
import { isFilled } from '../../lib/completion';
import { bySlotOrder, slotKinds } from '../../lib/slots';

function slotState(slot: Slot): { badge: string; color: string; detail: string } {
  const detail = slot.stagingFileId ? 'From staging' : slot.fileId ? 'File assigned' : 'No file assigned';
  if (isFilled(slot)) return { badge: 'Assigned', color: 'green', detail };
  return slot.isRequired ? { badge: 'Required', color: 'red', detail } : { badge: 'Optional', color: 'gray', detail };
}

function SlotCard({ slot }: { slot: Slot }) {
  const { label, Icon } = slotKinds[slot.slotType];
  const { badge, color, detail } = slotState(slot);
  return (
    <Box
      component="li"
      p="xs"
      bdrs="sm"
      bd="1px solid var(--mantine-color-default-border)"
      bg="var(--mantine-color-body)"
    >
      <Group justify="space-between" gap={6} wrap="nowrap">
        <Group gap={6} wrap="nowrap" miw={0}>
          <Icon size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm" fw={500} truncate title={label}>
            {label}
          </Text>
        </Group>
        <Badge size="sm" color={color} flex="none">
          {badge}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {detail}
      </Text>
    </Box>
  );
}

interface TrackCardProps {
  entry: TrackEntry;
  onEdit: (track: Track) => void;
  onDelete: (track: Track) => void;
}

/** Cards are rendered only when they come near the viewport; until then this height is assumed. */
const OUT_OF_SIGHT = { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 190px' } as const;

export const TrackCard = memo(function TrackCard({ entry: { track, slots }, onEdit, onDelete }: TrackCardProps) {
  return (
    <Paper component="li" withBorder p="sm" radius="md" style={OUT_OF_SIGHT}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0}>
          <Group gap="xs">
            <Text component="span" c="dimmed" fw={500} ta="right" miw={20}>
              {track.trackNumber}
            </Text>
            <Title order={3} style={{ overflowWrap: 'anywhere' }}>
              {track.title}
            </Title>
            {track.isrc && (
              <Badge size="sm" color="gray">
                ISRC: {track.isrc}
              </Badge>
            )}
            {track.warnings.map((warning) => (
              <Tooltip key={warning} label={warning}>
                <IconAlertTriangle
                  size={16}
                  color="var(--mantine-color-yellow-text)"
                  role="img"
                  aria-label={warning}
                  tabIndex={0}
                />
              </Tooltip>
            ))}
          </Group>
          {track.notes && (
            <Text size="sm" c="dimmed" mt={2} pl={32} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {track.notes}
            </Text>
          )}
        </Box>
        <Group gap={2} wrap="nowrap">
          <Tooltip label="Edit track">
            <ActionIcon aria-label={`Edit track ${track.trackNumber}, ${track.title}`} onClick={() => onEdit(track)}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Delete track">
            <ActionIcon
              aria-label={`Delete track ${track.trackNumber}, ${track.title}`}
              onClick={() => onDelete(track)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="xs"
        mt="sm"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {[...slots].sort(bySlotOrder).map((slot) => (
          <SlotCard key={slot.id} slot={slot} />
        ))}
      </SimpleGrid>
    </Paper>
  );
});
