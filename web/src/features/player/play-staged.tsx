import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { player } from './player';
import type { StagedPlayer } from './use-staged-player';

type PlaybackState = 'silent' | 'loaded' | 'waiting' | 'playing';

function soundingOf(fileId: string): PlaybackState {
  const { piece, playing, waiting, blind } = player.getState();
  if (piece?.id !== fileId || blind) return 'silent';
  if (playing) return 'playing';
  return waiting ? 'waiting' : 'loaded';
}

interface PlayStagedProps {
  fileId: string;
  name: string;
  listen: StagedPlayer;
  /** As in `StagedPlayer.toggle`. */
  together?: string[];
  /** Whether Tab reaches it. */
  reachable?: boolean;
}

/** Small play button. It renders only when its own file starts or stops, because a table has hundreds. */
export const PlayStaged = memo(function PlayStaged({
  fileId,
  name,
  listen,
  together,
  reachable = true,
}: PlayStagedProps) {
  const find = useCallback(() => soundingOf(fileId), [fileId]);
  const sounding = useSyncExternalStore(player.subscribe, find, () => 'silent');
  const label = sounding === 'playing' ? 'Pause' : 'Play';
  const Icon = sounding === 'playing' ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <ActionIcon
      size={28}
      radius="50%"
      flex="none"
      variant={sounding === 'silent' ? 'subtle' : 'filled'}
      color={sounding === 'silent' ? undefined : 'teal'}
      autoContrast
      tabIndex={reachable ? 0 : -1}
      aria-label={`${label} ${name}`}
      title={label}
      aria-busy={sounding === 'waiting'}
      onClick={(event) => {
        event.stopPropagation();
        listen.toggle(fileId, together);
      }}
    >
      <Icon size={13} aria-hidden />
    </ActionIcon>
  );
});
