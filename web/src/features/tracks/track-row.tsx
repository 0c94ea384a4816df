import { ActionIcon, Box, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Track } from '../../api';

/** Number, title, ISRC, warnings and notes of a track. */
export function TrackName({ track }: { track: Track }) {
  return (
    <Group gap="xs" wrap="nowrap" py={6}>
      <Text component="span" size="sm" c="dimmed" fw={500} ta="right" w={20} flex="none">
        {track.trackNumber}
      </Text>
      <Box miw={0} flex={1}>
        <Text size="sm" fw={500} truncate title={track.title}>
          {track.title}
        </Text>
        {track.isrc && (
          <Text size="xs" c="dimmed">
            ISRC: {track.isrc}
          </Text>
        )}
        {track.notes && (
          <Text size="xs" c="dimmed" truncate title={track.notes}>
            {track.notes}
          </Text>
        )}
      </Box>
      {track.warnings.map((warning) => (
        <Tooltip key={warning} label={warning}>
          <IconAlertTriangle
            size={16}
            color="var(--mantine-color-yellow-text)"
            role="img"
            aria-label={warning}
            tabIndex={0}
            style={{ flex: 'none' }}
          />
        </Tooltip>
      ))}
    </Group>
  );
}

interface TrackActionsProps {
  track: Track;
  onEdit: (track: Track) => void;
  onDelete: (track: Track) => void;
}

export function TrackActions({ track, onEdit, onDelete }: TrackActionsProps) {
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <Tooltip label="Edit track">
        <ActionIcon aria-label={`Edit track ${track.trackNumber}, ${track.title}`} onClick={() => onEdit(track)}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete track">
        <ActionIcon aria-label={`Delete track ${track.trackNumber}, ${track.title}`} onClick={() => onDelete(track)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
