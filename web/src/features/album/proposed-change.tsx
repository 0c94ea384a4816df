import { Badge, Box, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { AlbumProposal } from '../../api';

/** A proposed order with what it changes: places before and after, and titles before and after. */
export function ProposedChange({ proposal }: { proposal: AlbumProposal }) {
  return (
    <Box>
      <Box component="ol" m={0} p={0} aria-label="Proposed order" style={{ listStyle: 'none' }}>
        {proposal.tracks.map(({ trackId, title, currentTitle, place, moved }, index) => (
          <Group key={trackId} component="li" gap="sm" wrap="nowrap" mih={32} align="baseline">
            <Text size="sm" c="dimmed" w={24} ta="right" flex="none" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {index + 1}
            </Text>
            <Text size="sm" miw={0} fw={moved || title !== currentTitle ? 600 : undefined} style={WRAP}>
              {title !== currentTitle && (
                <>
                  <Text span inherit c="dimmed" fw={400} td="line-through">
                    {currentTitle}
                  </Text>{' '}
                  <IconArrowRight size={12} role="img" aria-label="becomes" />{' '}
                </>
              )}
              {title}
            </Text>
            {moved && (
              <Badge size="sm" variant="light" color="blue" flex="none">
                was {place}
              </Badge>
            )}
          </Group>
        ))}
      </Box>
      {proposal.gone.map((title, index) => (
        <Text key={index} size="xs" c="dimmed" mt={4} style={WRAP}>
          “{title}” was deleted since, so it is left out.
        </Text>
      ))}
    </Box>
  );
}

const WRAP = { overflowWrap: 'anywhere' } as const;
