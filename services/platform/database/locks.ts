/** Every advisory lock of ours by its number: what two of them shared would wait for each other. */
export const advisoryLocks = {
  /** Migrating the schema: processes that start at once take turns. */
  migrations: 4_715_001,
  /** Sweeping the outbox: one process at a time. */
  outboxSweep: 4_715_002,
  /** The first-run page against itself. */
  setUp: 4_715_003,
  /** With the hash of project and person: two tabs do not begin uploads at the same moment. */
  uploadPermissions: 4_715_004,
  /** Permissions to upload against each other: what is left of the room. */
  room: 4_715_006,
  /** With the hash of an object's key: where it belongs is decided by one process at a time. */
  trash: 4_715_007,
  /** Putting the demo studio where it is missing. */
  demo: 4_715_005,
} as const;
