const LIMIT = 50;

/** Something that was done; `undo` and `redo` answer whether they worked. */
export interface Done {
  /** Such as 'Files Assigned'. */
  title: string;
  undo: () => boolean | Promise<boolean>;
  redo: () => boolean | Promise<boolean>;
  /** Whether it can still be undone; always, unless it says otherwise. */
  stands?: () => boolean;
}

/** What can be undone and redone: the last fifty things. */
export interface History {
  undoes: Done | null;
  redoes: Done | null;
}

/** What was done, to be undone step by step and redone; doing something new forgets what was undone. */
export class UndoStack {
  private past: Done[] = [];
  private future: Done[] = [];
  private state: History = { undoes: null, redoes: null };
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): History => this.state;

  push(done: Done): void {
    this.change([...this.past, done].slice(-LIMIT), []);
  }

  /** Forgets something that did not happen, or that can be undone no more. */
  forget(done: Done): void {
    this.change(
      this.past.filter((other) => other !== done),
      this.future.filter((other) => other !== done),
    );
  }

  /** Undoes this one, if it is still the last. */
  undo(expected?: Done): void {
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

  /** Drops what can be undone no more; answers whether the last thing was dropped. */
  settle(): boolean {
    const last = this.past.at(-1);
    const standing = this.past.filter(({ stands }) => stands?.() ?? true);
    if (standing.length < this.past.length) this.change(standing, this.future);
    return last !== this.past.at(-1);
  }

  private async orElse(worked: boolean | Promise<boolean>, back: () => void): Promise<void> {
    if (!(await worked)) back();
  }

  private change(past: Done[], future: Done[]): void {
    this.past = past;
    this.future = future;
    this.state = { undoes: past.at(-1) ?? null, redoes: future.at(-1) ?? null };
    for (const listener of this.listeners) listener();
  }
}

const without = (all: Done[], one: Done) => all.filter((other) => other !== one);
