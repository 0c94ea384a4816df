/** Long enough that only a condition that never occurs is given up, also on a very busy machine. */
export const PATIENCE_MS = 90_000;

/**
 * Waits for a condition that nothing announces.
 * @throws with `what` when it does not occur in time.
 */
export async function until(
  what: string | (() => Promise<string>),
  condition: () => Promise<boolean> | boolean,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Waited in vain for ${typeof what === 'string' ? what : await what()}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
