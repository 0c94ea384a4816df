import { Badge, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Review, TrackEntry } from '../../api';

interface ReleaseChecklistProps {
  entries: TrackEntry[];
  review: Review;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

export function ReleaseChecklist({ entries, review, selected, onSelect }: ReleaseChecklistProps) {
  const checks = new Map(review.tracks.map((track) => [track.trackId, track]));

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
          const check = checks.get(track.id);
          const ready = check?.ready ?? false;
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
                disabled={!ready}
                checked={ready && selected.has(track.id)}
                onChange={(event) => toggle(track.id, event.currentTarget.checked)}
              />
              {ready ? (
                <IconCheck size={16} color="var(--mantine-color-green-text)" aria-hidden />
              ) : (
                <IconX size={16} color="var(--mantine-color-red-text)" aria-hidden />
              )}
              <Text size="sm" fw={500} truncate flex={1} miw={0} title={track.title}>
                Track {track.trackNumber}: {track.title}
              </Text>
              <Text size="xs" c="dimmed" visibleFrom="xs">
                {check?.filled ?? 0}/{check?.required ?? 0} required slots filled
              </Text>
              <Badge color={ready ? 'green' : 'gray'} flex="none">
                {ready ? 'Ready' : 'Incomplete'}
              </Badge>
            </Group>
          );
        })}
      </Stack>
    </div>
  );
}
