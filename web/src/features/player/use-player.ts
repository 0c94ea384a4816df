import { useEffect, useState, useSyncExternalStore } from 'react';
import { player } from './player';
import type { PlayerState } from './player-state';

export const usePlayer = (): PlayerState => useSyncExternalStore(player.subscribe, player.getState, player.getState);

const loadedId = (): string | null => {
  const { piece, blind } = player.getState();
  return blind ? null : (piece?.id ?? null);
};

/** Id of the loaded file; null if there is none, or if a blind comparison must not reveal it. */
export const useLoadedId = (): string | null => useSyncExternalStore(player.subscribe, loadedId, loadedId);

const LOOKS_A_SECOND = 8;

/** Current position in whole seconds. Components render once per second, and immediately after a seek. */
export function usePosition(): number {
  const { playing, piece } = usePlayer();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.floor(player.position() + 1e-6));
    look();
    const stop = player.subscribe(look);
    const timer = playing ? setInterval(look, 1000 / LOOKS_A_SECOND) : undefined;
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [playing, piece]);
  return seconds;
}
