import { filesMakeLossless } from '../../api';
import type { Piece, PlayerState } from './player-state';
import { LosslessFailedError } from './quality';

interface LosslessPlayer {
  know: (files: Piece[]) => void;
  getState: () => PlayerState;
  subscribe: (listener: () => void) => () => void;
}

/** Requests a lossless file and waits for it; live updates of the file list report the result. */
export async function makeLossless({ id }: Piece, player: LosslessPlayer, signal: AbortSignal): Promise<void> {
  const { data } = await filesMakeLossless({ path: { id }, signal, throwOnError: true });
  player.know([data.data]);
  const lossless = await new Promise<Piece['lossless']>((resolve) => {
    const look = () => {
      const now = player.getState().piece?.lossless ?? null;
      if (now?.state === 'making' && !signal.aborted) return;
      stop();
      resolve(now);
    };
    const stop = player.subscribe(look);
    look();
  });
  if (lossless?.state !== 'ready') throw new LosslessFailedError(lossless?.error ?? 'It is not allowed any more.');
}
