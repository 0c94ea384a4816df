import { useEffect } from 'react';
import { MiniPlayer, useMiniPlayerHeight } from '../../features/player/mini-player';
import { player } from '../../features/player/player';

/** The player at the bottom, which reports its height. */
export default function PlayerBar({ onHeight }: { onHeight: (pixels: number) => void }) {
  const height = useMiniPlayerHeight();
  useEffect(() => onHeight(height), [height, onHeight]);
  // The shell ends with the session: the next person to sign in must not hear or see what was played before.
  useEffect(() => player.stop, []);
  return <MiniPlayer />;
}
