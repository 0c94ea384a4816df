import { Badge, Box, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Review, TrackEntry } from '../../api';
import { stateOf } from './track-state';

interface ReleaseChecklistProps {
  entries: TrackEntry[];
  review: Review;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

export function ReleaseChecklist({ entries, review, selected, onSelect }: ReleaseChecklistProps) {
  const reviews = new Map(review.tracks.map((track) => [track.trackId, track]));

  function toggle(trackId: string, checked: boolean) {
    const next = new Set(selected);
    if (checked) next.add(trackId);
    else next.delete(trackId);
    onSelect(next);
  }

  return (
    <div>
      <Title order={3} mb="xs">
        Track Release Checklist
      </Title>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {entries.map(({ track }) => {
          const checked = reviews.get(track.id);
          if (!checked) return null;
          const { badge, color, slots, detail, releasable } = stateOf(checked);
          const Mark = checked.ready ? IconCircleCheck : IconCircleX;
          return (
            <Group
              key={track.id}
              component="li"
              mih={44}
              py={4}
              gap="sm"
              wrap="nowrap"
              style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
            >
              <Checkbox
                size="sm"
                aria-label={`Release track ${track.trackNumber}, ${track.title}`}
                disabled={!releasable}
                checked={releasable && selected.has(track.id)}
                onChange={(event) => toggle(track.id, event.currentTarget.checked)}
              />
              <Mark
                size={20}
                role="img"
                aria-label={checked.ready ? 'Every required slot is filled' : 'A required slot is empty'}
                color={`var(--mantine-color-${checked.ready ? 'green' : 'red'}-text)`}
                style={{ flex: 'none' }}
              />
              <Box flex={1} miw={0}>
                <Text size="sm" fw={500} truncate title={track.title}>
                  Track {track.trackNumber}: {track.title}
                </Text>
                <Text size="xs" c="dimmed">
                  {slots}
                  {detail && (
                    <Text span inherit hiddenFrom="sm">
                      {' · '}
                      {detail}
                    </Text>
                  )}
                </Text>
              </Box>
              <Text size="xs" c="dimmed" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                {detail}
              </Text>
              <Group w={104} justify="flex-end" flex="none">
                <Badge color={color}>{badge}</Badge>
              </Group>
            </Group>
          );
        })}
      </Stack>
    </div>
  );
}
