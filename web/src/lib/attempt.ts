export interface Attempt {
  signal: AbortSignal;
  /** Call on every progress event. */
  progressed(): void;
  end(): void;
}

/**
 * Starts one attempt at a transfer. It is aborted by any of the signals, or with the error of `stalled` after `stallMs`
 * without progress: a lost connection is often silent.
 */
export function beginAttempt(stallMs: number, stalled: () => Error, ...signals: AbortSignal[]): Attempt {
  const stall = new AbortController();
  const watch = () => setTimeout(() => stall.abort(stalled()), stallMs);
  let timer = watch();
  return {
    signal: AbortSignal.any([...signals, stall.signal]),
    progressed: () => {
      clearTimeout(timer);
      timer = watch();
    },
    end: () => clearTimeout(timer),
  };
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
