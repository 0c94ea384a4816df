import { useFetched } from '../../lib/use-fetched';
import { useIdle } from '../../lib/use-idle';

const load = () => import('./player-bar');

/** Nothing plays before a page of tracks has been opened: the first screen does not wait for it. */
export function Player({ onHeight }: { onHeight: (pixels: number) => void }) {
  const PlayerBar = useFetched(load, useIdle())?.default;
  return PlayerBar && <PlayerBar onHeight={onHeight} />;
}
