const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Connection to the portal, shared by all uploads. It is offline from the first request that fails until the browser
 * reports that it is online or a pause, which grows to 15 s, has passed.
 */
export class Connection {
  private end: (() => void) | null = null;
  private back = Promise.resolve();
  private losses = 0;
  private cut = new AbortController();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly wait: (milliseconds: number) => Promise<void> = pause) {}

  get isOffline(): boolean {
    return this.end !== null;
  }

  /** Aborts running requests when the connection is lost. */
  get signal(): AbortSignal {
    return this.cut.signal;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Resolves as soon as requests may be sent. */
  whenOnline(): Promise<void> {
    return this.back;
  }

  markOffline(): void {
    if (this.isOffline) return;
    this.back = new Promise((resolve) => (this.end = resolve));
    this.cut.abort(new Error('The connection was lost'));
    const { back } = this;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.losses++, LONGEST_WAIT_MS);
    void this.wait(waitMs).then(() => {
      if (this.back === back) this.markOnline();
    });
    this.notify();
  }

  markOnline(): void {
    const end = this.end;
    if (!end) return;
    this.end = null;
    this.cut = new AbortController();
    end();
    this.notify();
  }

  /** Call after a successful request: the next outage begins with a short pause again. */
  reset(): void {
    this.losses = 0;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
