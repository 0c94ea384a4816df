import { useFetched } from '../../lib/use-fetched';
import { useIdle } from '../../lib/use-idle';

const load = () => import('./player-bar');

/** Nothing plays until a track page has been opened, so the first screen does not wait for the player. */
export function Player({ onHeight }: { onHeight: (pixels: number) => void }) {
  const PlayerBar = useFetched(load, useIdle())?.default;
  return PlayerBar && <PlayerBar onHeight={onHeight} />;
}
