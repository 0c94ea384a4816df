import { Box, Group, Image, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SharedRecord } from '../../api';
import { plural } from '../../lib/format/format';
import { Mark } from '../../ui/brand';

interface SharedHeaderProps {
  record: Pick<SharedRecord, 'title' | 'artist' | 'studio' | 'tracks'>;
  /** Address of the cover. */
  cover: string | null;
  actions: ReactNode;
}

/** Studio, artist, title and length of a record. */
export function SharedHeader({ record: { title, artist, studio, tracks }, cover, actions }: SharedHeaderProps) {
  const seconds = tracks.reduce(
    (sum, { durationS, gapS }, index) => sum + (index > 0 ? gapS : 0) + (durationS ?? 0),
    0,
  );
  const minutes = Math.round(seconds / 60);
  return (
    <Box component="header">
      <Group gap="xs" mb={{ base: 'lg', sm: 40 }} wrap="nowrap">
        {studio.logo ? <Image src={studio.logo} alt="" h={24} w="auto" maw={96} fit="contain" /> : <Mark size={20} />}
        <Text size="sm" c="dimmed" truncate>
          {studio.name}
        </Text>
      </Group>
      <Group gap="md" wrap="nowrap" align="flex-end">
        {cover && (
          <Image src={cover} alt="Cover" w={{ base: 96, sm: 144 }} h={{ base: 96, sm: 144 }} fit="cover" radius="md" />
        )}
        <Box miw={0}>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {artist}
          </Text>
          <Title order={1} fz={{ base: 28, sm: 40 }} lh={1.15} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
        </Box>
      </Group>
      <Group mt="md" gap="md">
        {actions}
        <Text size="sm" c="dimmed">
          {plural(tracks.length, 'track')}
          {minutes > 0 && ` · ${minutes} min`}
        </Text>
      </Group>
    </Box>
  );
}
