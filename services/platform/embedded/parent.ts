/** How long a process may take to shut down after its parent has ended. */
const PATIENCE_MS = 15_000;
/** Reports the next step of the start to the launcher, if there is one; the text completes "the API …". */
export function reportStep(step: string): void {
  if (process.connected) process.send?.({ step });
}

/** How often a process reports to its launcher that it is not stuck. */
export const BEAT_MS = 1_000;

/**
 * Ends this process when its launcher has ended, for any reason: first gracefully (like SIGTERM), then by force when
 * that takes too long. Until then it reports regularly that it is not stuck. Does nothing in a process without a
 * channel to a launcher.
 */
export function exitWithParent(): void {
  if (!process.connected) return;
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  });
  process.channel?.unref();
  setInterval(() => process.connected && process.send?.('alive'), BEAT_MS).unref();
}
