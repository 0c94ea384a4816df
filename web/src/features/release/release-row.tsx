import { Badge, Box, Checkbox, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Review, Track } from '../../api';
import { stateOf } from './track-state';

interface ReleaseRowProps {
  track: Track;
  review: Review['tracks'][number];
  selected: boolean;
  onSelect: (selected: boolean) => void;
}

/** Start of a track's row: whether it is released with the others, whether it is complete, and what is missing. */
export function ReleaseRow({ track, review, selected, onSelect }: ReleaseRowProps) {
  const { slots, releasable } = stateOf(review);
  const Mark = review.ready ? IconCircleCheck : IconCircleX;
  return (
    <Group gap="xs" wrap="nowrap" py={6}>
      <Checkbox
        size="sm"
        aria-label={`Release track ${track.trackNumber}, ${track.title}`}
        disabled={!releasable}
        checked={releasable && selected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <Mark
        size={18}
        role="img"
        aria-label={review.ready ? 'Every required slot is filled' : 'A required slot is empty'}
        color={`var(--mantine-color-${review.ready ? 'green' : 'red'}-text)`}
        style={{ flex: 'none' }}
      />
      <Box miw={0}>
        <Text size="sm" fw={500} lh={1.3} lineClamp={2} title={track.title} style={{ overflowWrap: 'anywhere' }}>
          Track {track.trackNumber}: {track.title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {slots}
        </Text>
      </Box>
    </Group>
  );
}

export function ReleaseState({ review }: { review: Review['tracks'][number] }) {
  const { badge, color, detail } = stateOf(review);
  return (
    <>
      <Badge color={color}>{badge}</Badge>
      {detail && (
        <Text size="xs" c="dimmed" lh={1.25} mt={2}>
          {detail}
        </Text>
      )}
    </>
  );
}
