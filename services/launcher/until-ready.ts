import { StartError } from '../platform/start.js';

/** A first start that fails this often will not recover on its own. */
const HOPELESS_CRASHES = 3;

/** The visible state of a process that starts. */
export interface StartingProcess {
  /** How often it crashed. */
  readonly crashes: number;
  /** Its current step, in its own words. */
  readonly step: string;
}

export interface StartTimeouts {
  /** The start fails when it stays at one step this long. */
  stuckMs: number;
  /** How often a line names the current step during the start. */
  progressMs: number;
  pollMs: number;
}

/** A busy machine takes minutes for a second's work, so only a lack of progress ends the wait. */
const TIMEOUTS: StartTimeouts = { stuckMs: 600_000, progressMs: 15_000, pollMs: 50 };

interface Wait {
  name: string;
  process: StartingProcess;
  isReady: () => Promise<boolean>;
  isStopped: () => boolean;
  say: (line: string) => void;
  now?: () => number;
  timeouts?: StartTimeouts;
}

/**
 * Waits as long as the start makes progress, and logs the step.
 * @throws StartError when the process crashes repeatedly, or stays at one step for ten minutes.
 */
export async function untilReady(wait: Wait): Promise<void> {
  const { name, process, isReady, isStopped, say, now = Date.now, timeouts = TIMEOUTS } = wait;
  const begun = now();
  let saidAt = begun;
  let step = process.step;
  let crashes = process.crashes;
  let steppedAt = begun;
  while (!isStopped()) {
    if (await isReady()) return;
    if (process.crashes >= HOPELESS_CRASHES)
      throw new StartError(`The ${name} does not start; its own messages are above.`);
    const at = now();
    if (process.step !== step || process.crashes !== crashes) {
      ({ step, crashes } = process);
      steppedAt = at;
    }
    if (at - steppedAt >= timeouts.stuckMs) {
      throw new StartError(`The ${name} is not ready: for ${seconds(at - steppedAt)} it only ${step}.`);
    }
    if (at - saidAt >= timeouts.progressMs) {
      say(`The ${name} is still starting after ${seconds(at - begun)}: it ${step}.`);
      saidAt = at;
    }
    await new Promise((next) => setTimeout(next, timeouts.pollMs));
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
