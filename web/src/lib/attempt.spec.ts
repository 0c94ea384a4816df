import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Attempt, beginAttempt, readBody } from './attempt';

const STALL_MS = 1000;

describe('a transfer that may stall', () => {
  const stalled = new Error('No bytes arrive');
  let caller: AbortController;
  let attempt: Attempt;
  let body: ReadableStreamDefaultController<Uint8Array>;
  let read: Promise<ArrayBuffer>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    caller = new AbortController();
    attempt = beginAttempt(STALL_MS, () => stalled, caller.signal);
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    attempt.signal.addEventListener('abort', () => body.error(attempt.signal.reason));
    read = readBody(new Response(stream), attempt.progressed);
  });

  afterEach(() => {
    attempt.end();
    jest.useRealTimers();
  });

  /** Sends bytes and waits until they have been read. */
  async function send(...bytes: number[]): Promise<void> {
    body.enqueue(Uint8Array.from(bytes));
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('is read to its end, however long that takes, while bytes arrive', async () => {
    for (const byte of [1, 2, 3]) {
      jest.advanceTimersByTime(STALL_MS - 1);
      await send(byte);
    }
    body.close();
    expect([...new Uint8Array(await read)]).toEqual([1, 2, 3]);
  });

  it('is given up when no more bytes arrive', async () => {
    const failure = read.catch((error: unknown) => error);
    await send(1, 2);
    jest.advanceTimersByTime(STALL_MS);
    expect(await failure).toBe(stalled);
  });

  it('is aborted by its caller', async () => {
    const failure = read.catch((error: unknown) => error);
    caller.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
  });

  it('is not aborted after its end', () => {
    attempt.end();
    body.close();
    jest.advanceTimersByTime(2 * STALL_MS);
    expect(attempt.signal.aborted).toBe(false);
  });
});
