/** What keeps a process from starting, in a sentence for whoever runs it. */
export class StartError extends Error {}

/** For the `catch` of a first connection: says which setting names what is not there, and why. */
export const unreachable =
  (setting: string) =>
  (error: unknown): never => {
    const { code, message } = error as { code?: string; message?: string };
    throw new StartError(`What ${setting} names cannot be used: ${message || code}.`, { cause: error });
  };

/**
 * A promise that was rejected and that nothing waits for is a mistake to be read in the log, often a library's; it must not
 * end a process that serves others.
 */
export function outliveRejections(logger: { error(details: object, text: string): void }): void {
  process.on('unhandledRejection', (err) => logger.error({ err }, 'a rejected promise was handled by nothing'));
}

/** Runs a process's `start`; a failure is told, in its sentence where it has one, and ends the process. */
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
