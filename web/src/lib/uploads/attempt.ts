import { TransferError } from './upload-types';

const STALL_MS = 60_000;

export interface Attempt {
  signal: AbortSignal;
  /** To be called with every progress. */
  progressed(): void;
  end(): void;
}

/** One try at a transfer, which ends when any of the signals does or when nothing has moved for a minute. */
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
