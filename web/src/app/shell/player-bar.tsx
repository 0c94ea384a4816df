import { useEffect } from 'react';
import { MiniPlayer, useMiniPlayerHeight } from '../../features/player/mini-player';

/** The player at the foot, which says how high it is. */
export default function PlayerBar({ onHeight }: { onHeight: (pixels: number) => void }) {
  const height = useMiniPlayerHeight();
  useEffect(() => onHeight(height), [height, onHeight]);
  return <MiniPlayer />;
}
