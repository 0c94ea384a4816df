import type { AudioChild } from './child-process.js';

/** If one file hangs until its time limit, the other child serves the others. */
const CHILDREN = 2;

/** Files that one child may read before it is replaced: FFmpeg leaks about half a megabyte a file. */
const FILES_A_CHILD = 100;

/** Child processes that read headers, one file at a time each. One is kept ready when there is nothing to do. */
export class ProbePool {
  private readonly fork: () => AudioChild;
  private readonly read = new WeakMap<AudioChild, number>();
  private readonly idle: AudioChild[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(fork: () => AudioChild) {
    this.fork = fork;
  }

  /** Starts a child for the next file. */
  warm(): void {
    this.discardDead();
    if (this.idle.length === 0) this.idle.push(this.fork());
  }

  async use<T>(work: (child: AudioChild) => Promise<T>): Promise<T> {
    if (this.busy >= CHILDREN) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy++;
    let child: AudioChild | undefined;
    try {
      this.discardDead();
      child = this.idle.pop() ?? this.fork();
      return await work(child);
    } finally {
      if (child) this.giveBack(child);
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }

  private giveBack(child: AudioChild): void {
    const files = (this.read.get(child) ?? 0) + 1;
    this.read.set(child, files);
    const surplus = this.waiting.length === 0 && this.idle.length > 0;
    if (!child.alive) return;
    if (files >= FILES_A_CHILD || surplus) child.kill();
    else this.idle.push(child);
  }

  private discardDead(): void {
    for (let at = this.idle.length - 1; at >= 0; at--) if (!this.idle[at]!.alive) this.idle.splice(at, 1);
  }
}
