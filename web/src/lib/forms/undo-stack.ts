const LIMIT = 50;

/** An action that can be undone; `undo` and `redo` return whether they worked. */
export interface UndoableAction {
  /** For example 'Files Assigned'. */
  title: string;
  undo: () => boolean | Promise<boolean>;
  redo: () => boolean | Promise<boolean>;
  /** Whether it can still be undone; true if missing. */
  isUndoable?: () => boolean;
}

/** The action that would be undone next, and the one that would be redone. */
export interface History {
  undoes: UndoableAction | null;
  redoes: UndoableAction | null;
}

/** Undo and redo history of the last fifty actions. A new action clears what can be redone. */
export class UndoStack {
  private past: UndoableAction[] = [];
  private future: UndoableAction[] = [];
  private state: History = { undoes: null, redoes: null };
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): History => this.state;

  push(done: UndoableAction): void {
    this.change([...this.past, done].slice(-LIMIT), []);
  }

  /** Removes an action that failed or can no longer be undone. */
  forget(done: UndoableAction): void {
    this.change(
      this.past.filter((other) => other !== done),
      this.future.filter((other) => other !== done),
    );
  }

  /** Undoes the latest action, or nothing if it is not the expected one. */
  undo(expected?: UndoableAction): void {
    this.settle();
    const done = this.past.at(-1);
    if (!done || (expected && expected !== done)) return;
    this.change(this.past.slice(0, -1), [...this.future, done]);
    void this.orElse(done.undo(), () => {
      if (this.future.includes(done)) this.change([...this.past, done], without(this.future, done));
    });
  }

  redo(): void {
    const done = this.future.at(-1);
    if (!done) return;
    this.change([...this.past, done], this.future.slice(0, -1));
    void this.orElse(done.redo(), () => {
      if (this.past.includes(done)) this.change(without(this.past, done), [...this.future, done]);
    });
  }

  /** Drops actions that can no longer be undone; returns whether the latest one was dropped. */
  settle(): boolean {
    const last = this.past.at(-1);
    const undoable = this.past.filter(({ isUndoable }) => isUndoable?.() ?? true);
    if (undoable.length < this.past.length) this.change(undoable, this.future);
    return last !== this.past.at(-1);
  }

  private async orElse(worked: boolean | Promise<boolean>, back: () => void): Promise<void> {
    if (!(await worked)) back();
  }

  private change(past: UndoableAction[], future: UndoableAction[]): void {
    this.past = past;
    this.future = future;
    this.state = { undoes: past.at(-1) ?? null, redoes: future.at(-1) ?? null };
    for (const listener of this.listeners) listener();
  }
}

const without = (all: UndoableAction[], one: UndoableAction) => all.filter((other) => other !== one);
