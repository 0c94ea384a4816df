import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { File } from '../../api';
import { filesOf, trackWith } from '../../lib/audio/tracks';
import { player } from './player';
import { placeInQueue, type QueuedPiece } from './player-state';
import { usePlayer } from './use-player';

interface PlayInListProps {
  file: File;
  /** The files that play in order; a file outside of it plays alone. */
  list: File[];
  /** All files of the project. */
  files: File[];
  /** Seconds of silence before a file, when the one before it has ended. */
  gapOf?: (file: File) => number;
  /** Whether it plays as loud as what it is compared with. */
  matched?: boolean;
  /** The name in the button's label; the file's name by default. */
  name?: string;
}

/** A file with the other files of its track, which it can be compared with. */
function queued(file: File, files: File[], gapOf?: (file: File) => number): QueuedPiece {
  const track = trackWith(files, file.id);
  return { piece: file, versions: track ? filesOf(track) : [file], gapS: gapOf?.(file) };
}

/** Plays one file of a list, or pauses it. */
export function PlayInList({ file, list, files, gapOf, matched = false, name = file.fileName }: PlayInListProps) {
  const { piece, playing, waiting, blind } = usePlayer();
  const isLoaded = piece?.id === file.id && !blind;
  const isPlaying = isLoaded && playing;
  const label = isPlaying ? 'Pause' : 'Play';
  const play = () => {
    const inOrder = list.some(({ id }) => id === file.id) ? list : [file];
    player.playFrom(
      inOrder.map((each) => queued(each, files, gapOf)),
      queued(file, files, gapOf),
    );
    if (matched && !player.getState().matched) player.toggleMatched();
  };
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={36}
        radius="50%"
        variant={isLoaded ? 'filled' : 'default'}
        color="teal"
        autoContrast
        aria-label={`${label} ${name}`}
        aria-busy={isLoaded && waiting}
        onClick={() => (isPlaying ? player.pause() : play())}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface PlayAllProps extends Pick<PlayInListProps, 'list' | 'files' | 'gapOf'> {
  /** Whether it is what to do next on the page. */
  leads?: boolean;
}

/** Plays a list from its first file, or pauses and resumes it. */
export function PlayAll({ list, files, gapOf, leads = true }: PlayAllProps) {
  const state = usePlayer();
  const { playing, blind } = state;
  const [first] = list;
  if (!first) return null;
  const current = state.queue[placeInQueue(state)];
  const isLoaded = !blind && list.some(({ id }) => id === current?.piece.id);
  const isPlaying = isLoaded && playing;
  const toggle = () => {
    if (isLoaded) return player.toggle();
    const queue = list.map((each) => queued(each, files, gapOf));
    player.playFrom(queue, queue[0]!);
  };
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <Button variant={leads ? 'filled' : 'default'} leftSection={<Icon size={16} aria-hidden />} onClick={toggle}>
      {isPlaying ? 'Pause' : isLoaded ? 'Resume' : 'Play all'}
    </Button>
  );
}
