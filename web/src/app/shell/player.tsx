import { useFetched } from '../../lib/hooks/use-fetched';
import { useIdle } from '../../lib/hooks/use-idle';

const load = () => import('./player-bar');

/** Nothing plays until a track page has been opened, so the first screen does not wait for the player. */
export function Player({ onHeight }: { onHeight: (pixels: number) => void }) {
  const PlayerBar = useFetched(load, useIdle())?.default;
  return PlayerBar && <PlayerBar onHeight={onHeight} />;
}
