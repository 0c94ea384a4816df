import { describe, expect, it } from '@jest/globals';
import { TransferError, UploadQueue, type UploadSource, type UploadTransport } from './upload-queue';

interface Ticket {
  key: string;
}

const source = (name: string, size = 4): UploadSource => ({ file: new File(['x'.repeat(size)], name), folder: null });

function until<T extends object>(queue: UploadQueue<T>, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition()) return;
      stop();
      resolve();
    };
    const stop = queue.subscribe(check);
    check();
  });
}

/** A transport that accepts everything at once, except for what a test overrides. */
function transport(overrides: Partial<UploadTransport<Ticket>> = {}): UploadTransport<Ticket> {
  return {
    tickets: async (sources) => sources.map(({ file }) => ({ key: file.name })),
    send: async (_ticket, file, onProgress) => onProgress(file.size),
    register: async (stored) => stored.map(() => null),
    ...overrides,
  };
}

const noWait = async () => {};
const states = <T extends object>(queue: UploadQueue<T>) => queue.getSnapshot().uploads.map(({ state }) => state);

describe('UploadQueue', () => {
  it('sends at most three files at a time and registers every one', async () => {
    let sending = 0;
    let most = 0;
    const registered: string[] = [];
    const queue = new UploadQueue(
      transport({
        send: async () => {
          most = Math.max(most, ++sending);
          await new Promise((resolve) => setImmediate(resolve));
          sending--;
        },
        register: async (stored) => stored.map(({ ticket }) => (registered.push(ticket.key), null)),
      }),
    );
    void queue.add(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => source(name)));
    await until(queue, () => states(queue).filter((state) => state === 'done').length === 7);
    expect(most).toBe(3);
    expect(registered.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('retries a broken transfer with growing pauses and then succeeds', async () => {
    const pauses: number[] = [];
    let attempts = 0;
    const queue = new UploadQueue(
      transport({
        send: async () => {
          if (++attempts < 4) throw new TransferError('The connection broke', 'retry');
        },
      }),
      { wait: async (milliseconds) => void pauses.push(milliseconds) },
    );
    void queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'done');
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it('asks for a new ticket when the old one is refused', async () => {
    let handedOut = 0;
    const used: string[] = [];
    const queue = new UploadQueue(
      transport({
        tickets: async (sources) => sources.map(() => ({ key: `ticket ${++handedOut}` })),
        send: async ({ key }) => {
          used.push(key);
          if (key === 'ticket 1') throw new TransferError('Expired', 'renew');
        },
      }),
      { wait: noWait },
    );
    void queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'done');
    expect(used).toEqual(['ticket 1', 'ticket 2']);
  });

  it('names refused files and their reasons without harming the others', async () => {
    const queue = new UploadQueue(
      transport({
        tickets: async (sources) =>
          sources.map(({ file }) => (file.name === 'big.wav' ? { error: 'big.wav is too large' } : { key: file.name })),
        register: async (stored) => stored.map(({ ticket }) => (ticket.key === 'text.wav' ? 'text.wav is no audio' : null)),
      }),
    );
    void queue.add([source('big.wav'), source('text.wav'), source('good.wav')]);
    await until(queue, () => !queue.getSnapshot().active);
    expect(queue.getSnapshot().uploads.map(({ name, state, error }) => [name, state, error])).toEqual([
      ['big.wav', 'failed', 'big.wav is too large'],
      ['text.wav', 'failed', 'text.wav is no audio'],
      ['good.wav', 'done', null],
    ]);
  });

  it('gives up after five attempts, and a retry by hand starts over', async () => {
    let attempts = 0;
    const queue = new UploadQueue(
      transport({
        send: async () => {
          if (++attempts <= 5) throw new TransferError('The connection broke', 'retry');
        },
      }),
      { wait: noWait },
    );
    void queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'failed');
    expect(attempts).toBe(5);
    queue.retry(queue.getSnapshot().uploads[0]!.id);
    await until(queue, () => states(queue)[0] === 'done');
  });

  it('stops a cancelled transfer and goes on with the next file', async () => {
    const queue = new UploadQueue(
      transport({
        send: ({ key }, _file, _onProgress, signal) =>
          key.startsWith('stuck')
            ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
            : Promise.resolve(),
      }),
    );
    void queue.add([source('stuck 1'), source('stuck 2'), source('stuck 3'), source('next')]);
    await until(queue, () => states(queue).filter((state) => state === 'sending').length === 3);
    queue.cancel(queue.getSnapshot().uploads[0]!.id);
    await until(queue, () => states(queue)[3] === 'done');
    expect(states(queue)).toEqual(['cancelled', 'sending', 'sending', 'done']);
  });

  it('counts the bytes really sent, in total and per file', async () => {
    let report: (sentBytes: number) => void = () => {};
    const queue = new UploadQueue(
      transport({ send: (_ticket, _file, onProgress) => ((report = onProgress), new Promise(() => {})) }),
    );
    void queue.add([source('a', 10)]);
    await until(queue, () => states(queue)[0] === 'sending');
    report(7);
    expect(queue.getSnapshot()).toMatchObject({ sentBytes: 7, totalBytes: 10, active: true });
  });

  it('says once how many files were registered when it comes to rest', async () => {
    const rests: number[] = [];
    const queue = new UploadQueue(transport(), { onRest: (registered) => rests.push(registered) });
    void queue.add([source('a'), source('b')]);
    await until(queue, () => rests.length > 0 || !queue.getSnapshot().active);
    await queue.add([source('c')]);
    await until(queue, () => !queue.getSnapshot().active);
    expect(rests[0]).toBe(2);
  });
});
