/** Every interval of the event core, in milliseconds; tests shorten them. */
export const timing = {
  /** How often the relay polls for waiting events while notifications do not come in; otherwise a fifth as often. */
  pollMs: 1_000,
  /** Time limit for a call to the queue; after it the transaction rolls back. */
  queueTimeoutMs: 3_000,
  /** A job whose worker is silent this long is taken from it … */
  lockMs: 9_000,
  /** … when another worker has checked twice, this often. */
  stalledMs: 2_000,
  /** Interval of sweeps, clean-up, missing schedules and "this handler is alive". */
  sweepMs: 60_000,
  /** An event that was relayed this long ago and is not handled is relayed again. */
  lostAfterMs: 300_000,
  /** A job that waits for a newer worker, or for the database or the object store, is tried again after this … */
  postponeMs: 5_000,
  /** … and, when no worker knows its handler, fails after this. */
  postponeLimitMs: 3_600_000,
  /** A handler that no worker has registered for this long gets no more jobs. */
  forgottenMs: 86_400_000,
};

export type Timing = typeof timing;
