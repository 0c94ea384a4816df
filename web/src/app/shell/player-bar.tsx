import { useEffect } from 'react';
import { MiniPlayer, useMiniPlayerHeight } from '../../features/player/mini-player';
import { player } from '../../features/player/player';

/** The player at the foot, which says how high it is. */
export default function PlayerBar({ onHeight }: { onHeight: (pixels: number) => void }) {
  const height = useMiniPlayerHeight();
  useEffect(() => onHeight(height), [height, onHeight]);
  // The shell ends with the session: whoever signs in next neither hears nor sees what was played before.
  useEffect(() => player.stop, []);
  return <MiniPlayer />;
}
