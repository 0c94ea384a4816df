/** The numbers of our advisory locks. If two of them shared one, they would wait for each other. */
export const advisoryLocks = {
  /** Migrating the schema: processes that start at once take turns. */
  migrations: 4_715_001,
  /** Sweeping the outbox: one process at a time. */
  outboxSweep: 4_715_002,
  /** Two submissions of the first-run page. */
  setUp: 4_715_003,
  /** Parallel permissions to upload, which share the remaining quota. */
  quota: 4_715_006,
  /** With the hash of an object's key: one process at a time decides where the object belongs. */
  trash: 4_715_007,
  /** With the hash of an e-mail address: one transaction at a time gives it to an account or an invited engineer. */
  address: 4_715_009,
  /** Creating the demo studio if it is missing. */
  demo: 4_715_005,
  /** Adding to the queue's tables: processes that start at once take turns. */
  queueSchema: 4_715_008,
} as const;
