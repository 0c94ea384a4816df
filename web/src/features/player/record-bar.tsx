import { ActionIcon, Box, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import { formatSeconds } from '../../lib/format/format';
import { useMediaSession } from './media-session';
import { PlayButton } from './play-button';
import { player } from './player';
import { type Piece, placeInQueue } from './player-state';
import { useBarKeys } from './use-bar-keys';
import { usePlayer, usePosition } from './use-player';

interface RecordBarProps {
  artist: string;
  album: string;
  /** A newer version of what is loaded: plays it at the same position; `play` is null until it can be heard. */
  newer?: { play: (() => void) | null };
}

/** The player at the bottom of a page that shows one record; nothing until something is loaded. */
export function RecordBar(record: RecordBarProps) {
  const { piece } = usePlayer();
  return piece && <Loaded {...record} piece={piece} />;
}

function Loaded({ artist, album, newer, piece }: RecordBarProps & { piece: Piece }) {
  const state = usePlayer();
  const { playing, waiting, stalled, queue } = state;
  const seconds = usePosition();
  useBarKeys();
  useMediaSession({ title: piece.track_title ?? piece.fileName, artist, album });
  const isLast = placeInQueue(state) >= queue.length - 1;
  return (
    <Box
      pos="sticky"
      bottom={0}
      mt="auto"
      bg="var(--mantine-color-body)"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)', zIndex: 10 }}
    >
      {newer && (
        <Group px="md" pt={12} gap="sm" wrap="nowrap" justify="space-between" maw={820} mx="auto">
          <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
            {newer.play
              ? 'There is a newer version of this track.'
              : 'A newer version of this track is being prepared.'}
          </Text>
          {newer.play && (
            <Button flex="none" onClick={newer.play}>
              Play the newest
            </Button>
          )}
        </Group>
      )}
      <Group h={64} px="md" gap="sm" wrap="nowrap" maw={820} mx="auto" role="region" aria-label="Player">
        <Group gap={4} wrap="nowrap" flex="none">
          <Tooltip label="Previous track">
            <ActionIcon size="lg" aria-label="Previous track" onClick={() => player.step(-1)}>
              <IconPlayerSkipBack size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <PlayButton size={40} shortcut="P" playing={playing} waiting={waiting} onClick={player.toggle} />
          <Tooltip label="Next track">
            <ActionIcon size="lg" aria-label="Next track" disabled={isLast} onClick={() => player.step(1)}>
              <IconPlayerSkipForward size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Box miw={0} flex={1}>
          <Text fw={500} truncate>
            {piece.track_title}
          </Text>
          <Text size="xs" c="dimmed" truncate role="status">
            {stalled && 'No connection. Playback continues when it is back.'}
          </Text>
        </Box>
        <Text size="sm" c="dimmed" role="timer" aria-label="Time" style={{ whiteSpace: 'nowrap' }}>
          {formatSeconds(seconds)} / {formatSeconds(piece.analysis.durationS)}
        </Text>
      </Group>
    </Box>
  );
}
