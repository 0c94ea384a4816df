/** How long a process whose parent is gone may take to shut down. */
const PATIENCE_MS = 15_000;
/** Tells the launcher, where there is one, what the start does next; it completes "the API …". */
export function reportStep(step: string): void {
  if (process.connected) process.send?.({ step });
}

/** How often a process tells its launcher that it is not stuck. */
export const BEAT_MS = 1_000;

/**
 * Ends this process when the launcher that started it is gone, however that came: in order first (as SIGTERM does),
 * by force when that takes too long. Until then it says again and again that it is not stuck. Does nothing in a process
 * that was not started over a channel.
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
