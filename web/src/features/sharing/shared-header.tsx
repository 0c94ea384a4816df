import { Box, Group, Image, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SharedRecord } from '../../api';
import { plural } from '../../lib/format/format';
import { Mark } from '../../ui/brand';

interface SharedHeaderProps {
  record: Pick<SharedRecord, 'title' | 'artist' | 'studio' | 'tracks'>;
  actions: ReactNode;
}

/** Studio, artist, title and length of a record. */
export function SharedHeader({ record: { title, artist, studio, tracks }, actions }: SharedHeaderProps) {
  const minutes = Math.round(tracks.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0) / 60);
  return (
    <Box component="header">
      <Group gap="xs" mb={{ base: 'lg', sm: 40 }} wrap="nowrap">
        {studio.logo ? <Image src={studio.logo} alt="" h={24} w="auto" maw={96} fit="contain" /> : <Mark size={20} />}
        <Text size="sm" c="dimmed" truncate>
          {studio.name}
        </Text>
      </Group>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {artist}
      </Text>
      <Title order={1} fz={{ base: 28, sm: 40 }} lh={1.15} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
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
