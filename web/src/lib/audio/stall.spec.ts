import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnreachableError } from './coded-audio';
import { readBody, STALLED_MS, StallTimer } from './stall';

describe('a request that may stall', () => {
  let stall: StallTimer;
  let body: ReadableStreamDefaultController<Uint8Array>;
  let read: Promise<ArrayBuffer>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    stall = new StallTimer();
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    stall.signal.addEventListener('abort', () => body.error(stall.signal.reason));
    read = readBody(new Response(stream), () => stall.restart());
  });

  afterEach(() => {
    stall.end();
    jest.useRealTimers();
  });

  /** Sends bytes and waits until they have been read. */
  async function send(...bytes: number[]): Promise<void> {
    body.enqueue(Uint8Array.from(bytes));
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('is read to its end, however long that takes, while bytes arrive', async () => {
    for (const byte of [1, 2, 3]) {
      jest.advanceTimersByTime(STALLED_MS - 1);
      await send(byte);
    }
    body.close();
    expect([...new Uint8Array(await read)]).toEqual([1, 2, 3]);
    expect(stall.signal.aborted).toBe(false);
  });

  it('is given up when no more bytes arrive', async () => {
    const failure = read.catch((error: unknown) => error);
    await send(1, 2);
    jest.advanceTimersByTime(STALLED_MS);
    expect(await failure).toBeInstanceOf(UnreachableError);
  });

  it('is not aborted after its end', () => {
    stall.end();
    jest.advanceTimersByTime(2 * STALLED_MS);
    expect(stall.signal.aborted).toBe(false);
  });
});
