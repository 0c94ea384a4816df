import { Box, Collapse, Group, Paper, Stack, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { File } from '../../api';
import type { TrackFiles, VersionGroup } from '../../lib/audio/tracks';
import { plural } from '../../lib/format/format';

interface TrackCardProps {
  track: TrackFiles;
  row: (file: File) => ReactNode;
}

/** Cards are rendered only when they come near the viewport; until then this height is assumed. */
const OUT_OF_SIGHT = { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 110px' } as const;

/** The files of one track, the newest version of each first. */
export function TrackCard({ track, row }: TrackCardProps) {
  return (
    <Paper
      withBorder
      radius="md"
      px="sm"
      pt={8}
      pb={4}
      component="section"
      aria-label={track.title}
      style={OUT_OF_SIGHT}
    >
      <Group gap={4} wrap="nowrap" mih={30}>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {track.title}
        </Title>
      </Group>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {track.groups.map((group) => (
          <VersionRows key={group.earlier.at(-1)?.id ?? group.newest.id} group={group} row={row} />
        ))}
      </Stack>
    </Paper>
  );
}

function VersionRows({ group: { newest, earlier }, row }: Pick<TrackCardProps, 'row'> & { group: VersionGroup }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {row(newest)}
      {earlier.length > 0 && (
        <li>
          <UnstyledButton
            fz="xs"
            c="dimmed"
            py={4}
            className="touch-area"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Group gap={4} wrap="nowrap">
              <IconChevronRight size={14} aria-hidden style={{ transform: open ? 'rotate(90deg)' : undefined }} />
              {plural(earlier.length, 'earlier version')}
            </Group>
          </UnstyledButton>
          <Collapse expanded={open}>
            {open && (
              <Box component="ul" m={0} p={0} pl="md" style={{ listStyle: 'none' }}>
                {earlier.map((file) => row(file))}
              </Box>
            )}
          </Collapse>
        </li>
      )}
    </>
  );
}
