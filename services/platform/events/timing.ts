/** Every interval of the event core, in milliseconds; tests shorten them. */
export const timing = {
  /** The relay looks for waiting events, besides being woken. */
  pollMs: 1_000,
  /** A call to the queue may take this long; then its transaction rolls back. */
  queueTimeoutMs: 3_000,
  /** A job whose worker is silent this long is taken from it … */
  lockMs: 9_000,
  /** … when another has looked twice, this often. */
  stalledMs: 2_000,
  /** Sweep, clean-up, missing schedules and "this handler is alive". */
  sweepMs: 60_000,
  /** What was relayed this long ago and is not handled is relayed again. */
  lostAfterMs: 300_000,
  /** A job that waits for a newer worker, or for the database or the store, comes back after this … */
  postponeMs: 5_000,
  /** … and, when no worker knows its handler, fails after this. */
  postponeLimitMs: 3_600_000,
  /** A handler that no worker has known for this long gets no more jobs. */
  forgottenMs: 86_400_000,
};

export type Timing = typeof timing;
