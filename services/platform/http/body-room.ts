import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, badRequest } from '../errors.js';
import { tooManyRequests } from './rate-limiter.js';

export interface RoomLimits {
  /** Bytes of bodies that may be in memory at once. One body may always be. */
  bytes: number;
  bytesPerCaller: number;
  /** Requests that may wait for room. */
  waiting: number;
  waitingPerCaller: number;
  /** How long a request may wait. */
  patienceMs: number;
}

const RETRY_AFTER_S = 10;

interface Waiting {
  bytes: number;
  enter: () => void;
}

/**
 * Room in this process's memory for request bodies, and for what is made of them. Callers take turns.
 */
export class BodyRoom {
  private used = 0;
  private readonly usedBy = new Map<string, number>();
  /** By caller, in the order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly limits: RoomLimits) {}

  /**
   * Waits for room. The result gives it back. `open` closes when the caller has gone; a request that has arrived closes
   * before its answer.
   * @throws AppError 429 if the caller has too many bodies waiting, 503 if all callers together have.
   */
  async take(caller: string, bytes: number, open: IncomingMessage | ServerResponse): Promise<() => void> {
    if (!this.waiting.has(caller) && this.hasRoom(caller, bytes)) return this.enter(caller, bytes);
    const { waiting, waitingPerCaller, patienceMs } = this.limits;
    const own = this.waiting.get(caller) ?? [];
    if (own.length >= waitingPerCaller) throw tooManyRequests(RETRY_AFTER_S);
    if ([...this.waiting.values()].reduce((sum, { length }) => sum + length, 0) >= waiting) throw busy();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        open.off('close', closed);
      };
      const entry = {
        bytes,
        enter: () => {
          end();
          resolve(this.enter(caller, bytes));
        },
      };
      const leave = (error: AppError) => {
        end();
        this.remove(caller, entry);
        // The next one of its caller may be smaller.
        this.next();
        reject(error);
      };
      const timer = setTimeout(() => leave(busy()), patienceMs);
      const closed = () => leave(badRequest('aborted', 'The connection was closed'));
      open.once('close', closed);
      this.waiting.set(caller, [...own, entry]);
    });
  }

  private enter(caller: string, bytes: number): () => void {
    this.count(caller, bytes);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.count(caller, -bytes);
      this.next();
    };
  }

  private count(caller: string, bytes: number): void {
    this.used += bytes;
    const own = (this.usedBy.get(caller) ?? 0) + bytes;
    if (own > 0) this.usedBy.set(caller, own);
    else this.usedBy.delete(caller);
  }

  private hasRoom(caller: string, bytes: number): boolean {
    const own = this.usedBy.get(caller) ?? 0;
    return (
      (own === 0 || own + bytes <= this.limits.bytesPerCaller) &&
      (this.used === 0 || this.used + bytes <= this.limits.bytes)
    );
  }

  private next(): void {
    for (const [caller, [first]] of [...this.waiting]) {
      if (!first || !this.hasRoom(caller, first.bytes)) continue;
      this.remove(caller, first);
      const others = this.waiting.get(caller);
      // A caller that has had its turn is last.
      if (others) {
        this.waiting.delete(caller);
        this.waiting.set(caller, others);
      }
      first.enter();
    }
  }

  private remove(caller: string, entry: Waiting): void {
    const left = (this.waiting.get(caller) ?? []).filter((each) => each !== entry);
    if (left.length > 0) this.waiting.set(caller, left);
    else this.waiting.delete(caller);
  }
}

const busy = () =>
  new AppError(503, 'busy', 'Too many uploads are arriving at once. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_S,
  });
