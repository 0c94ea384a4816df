/** An error that keeps a process from starting, with a sentence for the operator. */
export class StartError extends Error {}

/** For the `catch` of a first connection: its message names the setting and the cause. */
export const unreachable =
  (setting: string) =>
  (error: unknown): never => {
    const { code, message } = error as { code?: string; message?: string };
    throw new StartError(`${setting} cannot be used: ${message || code}.`, { cause: error });
  };

/**
 * An unhandled rejection is a mistake that should be read in the log, often a library's. It must not end a process that
 * serves others.
 */
export function outliveRejections(logger: { error(details: object, text: string): void }): void {
  process.on('unhandledRejection', (err) => logger.error({ err }, 'a promise was rejected and nothing handled it'));
}

/** Runs a process's `start`. A failure is logged, as a plain sentence if it has one, and ends the process. */
export async function runPart(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    tellFailure(error);
    process.exit(1);
  }
}

export function tellFailure(error: unknown): void {
  console.error(error instanceof StartError ? error.message : error);
}
