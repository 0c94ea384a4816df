import { UnreachableError } from './coded-audio';

/** A reply without new bytes for this long is given up and requested again; lost connections are often silent. */
export const STALLED_MS = 10_000;

/** Aborts a request that makes no progress. */
export class StallTimer {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Its reason is an UnreachableError. */
  readonly signal = this.controller.signal;

  constructor() {
    this.restart();
  }

  restart(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(new UnreachableError('No bytes arrive')), STALLED_MS);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/** Reads a whole body and reports each part of it. */
export async function readBody(response: Response, progressed: () => void): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    progressed();
    parts.push(value);
  }
}
