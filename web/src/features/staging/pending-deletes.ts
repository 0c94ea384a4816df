/** How long a deletion can be undone, in ms; its toast closes earlier. */
export const GRACE_MS = 60_000;

export interface Deletions {
  /** Hidden files: waiting to be deleted, or being deleted. */
  hidden: ReadonlySet<string>;
  /** Files whose deletion can still be undone. */
  undoable: readonly string[];
}

interface Timer {
  start: (run: () => void, ms: number) => unknown;
  stop: (handle: unknown) => void;
}

const browserTimer: Timer = {
  start: (run, ms) => setTimeout(run, ms),
  stop: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/**
 * Files that a person has deleted, before the server is called. Deletions within the grace period are sent together.
 * `send` resolves when the files are gone from the list or known to stay.
 */
export class PendingDeletes {
  private state: Deletions = { hidden: new Set(), undoable: [] };
  private readonly listeners = new Set<() => void>();
  private running: unknown;

  constructor(
    private readonly send: (ids: string[]) => Promise<void>,
    private readonly timer: Timer = browserTimer,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): Deletions => this.state;

  add(ids: string[]): void {
    const added = ids.filter((id) => !this.state.hidden.has(id));
    this.change(new Set([...this.state.hidden, ...added]), [...this.state.undoable, ...added]);
    this.timer.stop(this.running);
    this.running = this.timer.start(() => void this.commit(), GRACE_MS);
  }

  /** Restores files that were not sent yet; returns whether there were any. */
  undo(ids: readonly string[]): boolean {
    const back = ids.filter((id) => this.state.undoable.includes(id));
    this.show(back);
    if (this.state.undoable.length === 0) this.timer.stop(this.running);
    return back.length > 0;
  }

  canUndo(ids: readonly string[]): boolean {
    return ids.some((id) => this.state.undoable.includes(id));
  }

  /** Sends pending deletions now. */
  async commit(): Promise<void> {
    const ids = this.take();
    if (ids.length === 0) return;
    try {
      await this.send(ids);
    } finally {
      this.show(ids);
    }
  }

  /** Returns pending deletions and forgets them, for a caller that deletes them itself. */
  take(): string[] {
    this.timer.stop(this.running);
    const ids = [...this.state.undoable];
    if (ids.length > 0) this.change(this.state.hidden, []);
    return ids;
  }

  private show(ids: readonly string[]): void {
    const shown = new Set(ids);
    this.change(
      new Set([...this.state.hidden].filter((id) => !shown.has(id))),
      this.state.undoable.filter((id) => !shown.has(id)),
    );
  }

  private change(hidden: ReadonlySet<string>, undoable: readonly string[]): void {
    this.state = { hidden, undoable };
    for (const listener of this.listeners) listener();
  }
}
