import { TransferError } from './upload-types';

const STALL_MS = 60_000;

export interface Attempt {
  signal: AbortSignal;
  /** Call on every progress event. */
  progressed(): void;
  end(): void;
}

/** Starts one attempt at a transfer. It is aborted by any of the signals, or after a minute without progress. */
export function beginAttempt(...signals: AbortSignal[]): Attempt {
  const stall = new AbortController();
  const watch = () => setTimeout(() => stall.abort(new TransferError('The transfer stalled', 'retry')), STALL_MS);
  let timer = watch();
  return {
    signal: AbortSignal.any([...signals, stall.signal]),
    progressed: () => {
      clearTimeout(timer);
      timer = watch();
    },
    end: () => clearTimeout(timer),
  };
}
