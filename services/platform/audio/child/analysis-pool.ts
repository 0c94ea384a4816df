import type { AudioChild } from './child-process.js';

/** Files that one child may read before it is replaced: whatever FFmpeg does not free adds up. */
const FILES_A_CHILD = 100;
/** A child that keeps more memory than this is replaced, so that the next file has the rest up to the limit. */
const KEPT_RSS_BYTES = 256 * 1024 ** 2;
/** How long a child waits for another file. */
const IDLE_MS = 10_000;

interface IdleChild {
  owner: string;
  read: number;
  timer: NodeJS.Timeout;
}

/**
 * Child processes that analyse files, one at a time each. A child only reads files of one owner, and only if it has read
 * all files before without a fault. A file that fails in a child that has read others is read again by a new one, so
 * that it answers only for itself. The caller limits how many run at once.
 */
export class AnalysisPool {
  private readonly fork: () => AudioChild;
  /** The one that has waited longest comes first. */
  private readonly idle = new Map<AudioChild, IdleChild>();

  constructor(fork: () => AudioChild) {
    this.fork = fork;
  }

  async use<T>(owner: string | undefined, work: (child: AudioChild) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const used = owner === undefined ? undefined : this.take(owner);
    if (used) {
      try {
        return await this.run(used.child, used.read, owner, work);
      } catch (error) {
        if (signal?.aborted) throw error;
      }
    }
    return this.run(this.fork(), 0, owner, work);
  }

  private async run<T>(
    child: AudioChild,
    read: number,
    owner: string | undefined,
    work: (child: AudioChild) => Promise<T>,
  ): Promise<T> {
    let isReusable = false;
    try {
      const result = await work(child);
      isReusable =
        owner !== undefined && read + 1 < FILES_A_CHILD && (child.residentBytes() ?? Infinity) < KEPT_RSS_BYTES;
      return result;
    } finally {
      if (isReusable && child.alive) this.keep(child, { owner: owner!, read: read + 1 });
      else child.kill();
    }
  }

  private keep(child: AudioChild, { owner, read }: Omit<IdleChild, 'timer'>): void {
    const timer = setTimeout(() => this.end(child), IDLE_MS).unref();
    this.idle.set(child, { owner, read, timer });
  }

  /** Makes room for a new child if none has read files of this owner, so that there are never more than run at once. */
  private take(owner: string): { child: AudioChild; read: number } | undefined {
    for (const [child, { owner: of, read, timer }] of this.idle) {
      if (of !== owner || !child.alive) continue;
      clearTimeout(timer);
      this.idle.delete(child);
      return { child, read };
    }
    const [longest] = this.idle.keys();
    if (longest) this.end(longest);
    return undefined;
  }

  private end(child: AudioChild): void {
    clearTimeout(this.idle.get(child)?.timer);
    this.idle.delete(child);
    child.kill();
  }
}
