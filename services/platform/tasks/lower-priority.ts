import { constants, getPriority, setPriority } from 'node:os';

const LOWERED = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lets other processes of the machine go first. The priority is never raised: a process that was started with a lower
 * one (`nice`, or `Nice=` in a unit) keeps it, because the system would refuse the change. A refusal is harmless.
 */
export function lowerPriority(): void {
  try {
    if (getPriority() < LOWERED) setPriority(LOWERED);
  } catch {
    // The work can be done at any priority.
  }
}
