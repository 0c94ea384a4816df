import { toast } from '../../ui/toast';
import type { Piece } from './player-state';
import { cannotPlay, type Quality } from './quality';

/** Tries out full quality before it is played. A new trial ends the one before. */
export class QualityTrial {
  private current: AbortController | null = null;

  constructor(private readonly setPending: (pending: boolean) => void) {}

  end(): void {
    if (!this.current) return;
    this.current.abort();
    this.current = null;
    this.setPending(false);
  }

  /** Returns false if it fails, which shows a toast, or is no longer wanted. */
  async run(piece: Piece, quality: Quality, work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    const trial = new AbortController();
    this.current = trial;
    this.setPending(true);
    try {
      await work(trial.signal);
    } catch (error) {
      if (trial.signal.aborted) return false;
      this.end();
      toast.error('Still Playing the Preview', cannotPlay(piece, quality, error));
      return false;
    }
    if (trial.signal.aborted) return false;
    this.end();
    return true;
  }
}
