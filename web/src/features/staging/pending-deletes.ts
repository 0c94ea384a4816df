/** How long a deletion can be undone, in ms; its toast is gone long before. */
export const GRACE_MS = 60_000;

export interface Deletions {
  /** Not shown any more: about to be deleted, or being deleted. */
  hidden: ReadonlySet<string>;
  /** Still to be undone. */
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
 * Files that the user has deleted but that nobody was told of yet. Deletions within the grace of the last one
 * wait together; `send` resolves when what it deleted is gone from the list, or is known to stay.
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

  /** Brings back those that nobody was told of yet; answers whether there were any. */
  undo(ids: readonly string[]): boolean {
    const back = ids.filter((id) => this.state.undoable.includes(id));
    this.show(back);
    if (this.state.undoable.length === 0) this.timer.stop(this.running);
    return back.length > 0;
  }

  canUndo(ids: readonly string[]): boolean {
    return ids.some((id) => this.state.undoable.includes(id));
  }

  /** Ends the grace at once. */
  async commit(): Promise<void> {
    const ids = this.take();
    if (ids.length === 0) return;
    try {
      await this.send(ids);
    } finally {
      this.show(ids);
    }
  }

  /** Hands over what waits to be deleted, for someone who deletes it in another way. */
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
