/** Waits for a condition that nothing announces. @throws with `what` when it does not come about in time. */
export async function until(
  what: string | (() => Promise<string>),
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : await what()}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
