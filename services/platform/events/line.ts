import type { IQueueBackend } from 'bullmq';

/** A queue with the calls that BullMQ lacks. */
export interface Line extends IQueueBackend {
  /**
   * When the oldest job that waits, for a worker or for its next attempt, was added or due; milliseconds, null when
   * there is none.
   */
  oldestSince(): Promise<number | null>;
  /** Removes a job that failed for good; BullMQ refuses to if a schedule made it. */
  removeFailed(id: string): Promise<void>;
}
