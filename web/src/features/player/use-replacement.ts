import { useEffect, useMemo } from 'react';
import { player } from './player';
import type { QueuedPiece } from './player-state';
import { replacementOf, withReplaced } from './replaced';
import { usePlayer } from './use-player';

/**
 * Keeps the player's list as new as the page's, of which some cannot be heard yet, while the loaded piece plays on.
 * Returns what has replaced that piece.
 */
export function useReplacement(list: QueuedPiece[]): QueuedPiece | undefined {
  const { piece, queue } = usePlayer();
  useEffect(() => {
    const { piece: loaded, queue: old } = player.getState();
    if (!loaded || old.length === 0) return;
    const replacement = replacementOf({ piece: loaded, queue: old }, list);
    const audible = list.filter((item) => item.piece.analysis.hasPreview || item === replacement);
    player.requeue(replacement ? withReplaced(audible, replacement, loaded) : audible);
  }, [list]);
  return useMemo(() => (piece ? replacementOf({ piece, queue }, list) : undefined), [piece, queue, list]);
}
