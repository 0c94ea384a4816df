import { describe, expect, it, jest } from '@jest/globals';
import { Line } from './line';
import { UploadQueue } from './upload-queue';
import { TransferError, type UploadSource, type UploadTransport } from './upload-types';

interface Ticket {
  key: string;
}

const source = (name: string, size = 4, lastModified = 0): UploadSource => ({
  file: new File(['x'.repeat(size)], name, { lastModified }),
  folder: null,
});
const sources = (count: number) => Array.from({ length: count }, (_, index) => source(`${index}.wav`));

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
    tickets: async (asked) => asked.map(({ file }) => ({ key: file.name })),
    send: async (_ticket, file, onProgress) => onProgress(file.size, 0),
    register: async (stored) => stored.map(() => null),
    cancel: async () => {},
    ...overrides,
  };
}

const noWait = async () => {};
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const states = <T extends object>(queue: UploadQueue<T>) => queue.getSnapshot().uploads.map(({ state }) => state);
const ids = <T extends object>(queue: UploadQueue<T>) => queue.getSnapshot().uploads.map(({ id }) => id);
const atRest = <T extends object>(queue: UploadQueue<T>) => until(queue, () => !queue.getSnapshot().active);

describe('UploadQueue', () => {
  it('sends at most three files at a time and registers every one of 300, none twice', async () => {
    let sending = 0;
    let most = 0;
    const registered: string[] = [];
    const asked: number[] = [];
    const queue = new UploadQueue(
      transport({
        tickets: async (batch) => (asked.push(batch.length), batch.map(({ file }) => ({ key: file.name }))),
        send: async () => {
          most = Math.max(most, ++sending);
          await new Promise((resolve) => setImmediate(resolve));
          sending--;
        },
        register: async (stored) => stored.map(({ ticket }) => (registered.push(ticket.key), null)),
      }),
    );
    const files = sources(300);
    queue.add(files);
    await atRest(queue);
    expect(most).toBe(3);
    expect(asked).toEqual([100, 100, 100]);
    expect(registered.sort()).toEqual(files.map(({ file }) => file.name).sort());
  });

  it('loses none of 300 files while requests of every kind fail at random', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const mayFail = () => {
      const luck = random();
      if (luck < 0.1) throw new TransferError('No answer', 'line');
      if (luck < 0.2) throw new TransferError('Busy', 'retry');
      if (luck < 0.25) throw new TransferError('Expired', 'renew');
    };
    const registered = new Set<string>();
    const queue = new UploadQueue(
      transport({
        tickets: async (batch) => (mayFail(), batch.map(({ file }) => ({ key: file.name }))),
        send: async () => mayFail(),
        register: async (stored) => (mayFail(), stored.map(({ ticket }) => (registered.add(ticket.key), null))),
      }),
      { wait: noWait, line: new Line(noWait) },
    );
    queue.add(sources(300));
    await atRest(queue);
    const failed = queue.getSnapshot().uploads.filter(({ state }) => state === 'failed');
    expect(registered.size + failed.length).toBe(300);
    queue.retry(...failed.map(({ id }) => id));
    await atRest(queue);
    expect(registered.size).toBe(300);
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
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'done');
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it('gives up after eight attempts that brought nothing, and a retry by hand starts over', async () => {
    let attempts = 0;
    const queue = new UploadQueue(
      transport({
        send: async () => {
          if (++attempts <= 8) throw new TransferError('The connection broke', 'retry');
        },
      }),
      { wait: noWait },
    );
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'failed');
    expect(attempts).toBe(8);
    queue.retry(...ids(queue));
    await until(queue, () => states(queue)[0] === 'done');
  });

  it('does not give up while the store keeps more of the file each time', async () => {
    let kept = 0;
    const queue = new UploadQueue(
      transport({
        send: async (_ticket, file, onProgress) => {
          onProgress(++kept, kept);
          if (kept < file.size) throw new TransferError('The connection broke', 'retry');
        },
      }),
      { wait: noWait },
    );
    queue.add([source('a', 30)]);
    await atRest(queue);
    expect(states(queue)).toEqual(['done']);
  });

  it('begins a stalled transfer anew after a minute', async () => {
    jest.useFakeTimers();
    try {
      let attempts = 0;
      const queue = new UploadQueue(
        transport({ send: (_ticket, _file, _onProgress, signal) => (++attempts === 1 ? untilAborted(signal) : Promise.resolve()) }),
        { wait: noWait },
      );
      queue.add([source('a')]);
      await until(queue, () => states(queue)[0] === 'sending');
      await jest.advanceTimersByTimeAsync(60_000);
      await atRest(queue);
      expect(attempts).toBe(2);
      expect(states(queue)).toEqual(['done']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('asks for a new ticket when the old one is refused', async () => {
    let handedOut = 0;
    const used: string[] = [];
    const queue = new UploadQueue(
      transport({
        tickets: async (asked) => asked.map(() => ({ key: `ticket ${++handedOut}` })),
        send: async ({ key }) => {
          used.push(key);
          if (key === 'ticket 1') throw new TransferError('Expired', 'renew');
        },
      }),
      { wait: noWait },
    );
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'done');
    expect(used).toEqual(['ticket 1', 'ticket 2']);
  });

  it('names refused files and their reasons without harming the others', async () => {
    const queue = new UploadQueue(
      transport({
        tickets: async (asked) =>
          asked.map(({ file }) => (file.name === 'big.wav' ? { error: 'big.wav is too large' } : { key: file.name })),
        register: async (stored) =>
          stored.map(({ ticket }) => {
            if (ticket.key === 'text.wav') return { error: 'text.wav is no audio', canRetry: false };
            return ticket.key === 'gone.wav' ? { error: 'gone.wav has not arrived', canRetry: true } : null;
          }),
      }),
    );
    queue.add(['big.wav', 'text.wav', 'gone.wav', 'good.wav'].map((name) => source(name)));
    await atRest(queue);
    expect(queue.getSnapshot().uploads.map(({ name, state, error, canRetry }) => [name, state, error, canRetry])).toEqual([
      ['big.wav', 'failed', 'big.wav is too large', false],
      ['text.wav', 'failed', 'text.wav is no audio', false],
      ['gone.wav', 'failed', 'gone.wav has not arrived', true],
      ['good.wav', 'done', null, false],
    ]);
  });

  it('tells files with a twin in the queue, so that two never share an upload', async () => {
    const twins: boolean[] = [];
    const queue = new UploadQueue(
      transport({
        tickets: async (asked) => (twins.push(...asked.map(({ hasTwin }) => hasTwin)), asked.map(({ file }) => ({ key: file.name }))),
      }),
    );
    queue.add([source('a', 4, 1), source('a', 4, 1), source('a', 4, 2), source('b', 4, 1)]);
    await atRest(queue);
    expect(twins).toEqual([true, true, false, false]);
  });

  it('counts the bytes really sent, in total and per file', async () => {
    const queue = new UploadQueue(
      transport({ send: (_ticket, _file, onProgress, signal) => (onProgress(7, 0), untilAborted(signal)) }),
    );
    queue.add([source('a', 10)]);
    await until(queue, () => queue.getSnapshot().sentBytes > 0);
    expect(queue.getSnapshot()).toMatchObject({ sentBytes: 7, totalBytes: 10, active: true });
    queue.cancelAll();
  });
});

describe('cancelling', () => {
  const stuck = (cancelled: string[] = []) =>
    transport({
      send: ({ key }, _file, _onProgress, signal) => (key.startsWith('stuck') ? untilAborted(signal) : Promise.resolve()),
      cancel: async (tickets) => void cancelled.push(...tickets.map(({ key }) => key)),
    });

  it('stops one transfer, has the store forget it, and goes on with the next file', async () => {
    const cancelled: string[] = [];
    const queue = new UploadQueue(stuck(cancelled));
    queue.add([source('stuck 1'), source('stuck 2'), source('stuck 3'), source('next')]);
    await until(queue, () => states(queue).filter((state) => state === 'sending').length === 3);
    queue.cancel(ids(queue)[0]!);
    await until(queue, () => states(queue)[3] === 'done');
    expect(states(queue)).toEqual(['cancelled', 'sending', 'sending', 'done']);
    expect(cancelled).toEqual(['stuck 1']);
    queue.cancelAll();
  });

  it('stops all of them at once, beginning none in between, and sends them again on request', async () => {
    let hangs = true;
    const begun: string[] = [];
    const queue = new UploadQueue(
      transport({
        send: ({ key }, _file, onProgress, signal) => {
          begun.push(key);
          onProgress(0, 0);
          return hangs ? untilAborted(signal) : Promise.resolve();
        },
      }),
    );
    queue.add(sources(10));
    await until(queue, () => begun.length === 3);
    queue.cancelAll();
    expect(new Set(states(queue))).toEqual(new Set(['cancelled']));
    expect(begun).toHaveLength(3);
    hangs = false;
    queue.retry(...ids(queue));
    await atRest(queue);
    expect(new Set(states(queue))).toEqual(new Set(['done']));
  });
});

describe('sending cancelled files again', () => {
  it('waits until the store has forgotten them: it would hand out what it is about to forget', async () => {
    const told: string[] = [];
    let forget = () => {};
    let hangs = true;
    const queue = new UploadQueue(
      transport({
        tickets: async (asked) => (told.push('ask'), asked.map(({ file }) => ({ key: file.name }))),
        send: (_ticket, _file, _onProgress, signal) => (hangs ? untilAborted(signal) : Promise.resolve()),
        cancel: () => new Promise<void>((resolve) => {
          told.push('cancel');
          forget = () => (told.push('forgotten'), resolve());
        }),
      }),
    );
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'sending');
    queue.cancelAll();
    hangs = false;
    queue.retry(...ids(queue));
    queue.add([source('b')]);
    queue.cancel(ids(queue)[1]!);
    expect(states(queue)).toEqual(['waiting', 'cancelled']);
    await new Promise((resolve) => setImmediate(resolve));
    forget();
    await atRest(queue);
    expect(told).toEqual(['ask', 'cancel', 'forgotten', 'ask']);
    expect(states(queue)).toEqual(['done', 'cancelled']);
  });

  it('asks for nothing when they are cancelled again meanwhile', async () => {
    let asked = 0;
    let forget = () => {};
    const queue = new UploadQueue(
      transport({
        tickets: async (batch) => (asked++, batch.map(({ file }) => ({ key: file.name }))),
        send: (_ticket, _file, _onProgress, signal) => untilAborted(signal),
        cancel: () => new Promise<void>((resolve) => (forget = resolve)),
      }),
    );
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'sending');
    queue.cancelAll();
    queue.retry(...ids(queue));
    queue.cancelAll();
    forget();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(1);
    queue.add([source('b')]);
    await until(queue, () => states(queue).at(-1) === 'sending');
    expect(asked).toBe(2);
    queue.cancelAll();
  });

  it('goes on when the store cannot be told', async () => {
    let hangs = true;
    const queue = new UploadQueue(
      transport({
        send: (_ticket, _file, _onProgress, signal) => (hangs ? untilAborted(signal) : Promise.resolve()),
        cancel: () => Promise.reject(new TransferError('Busy', 'retry')),
      }),
    );
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'sending');
    queue.cancelAll();
    hangs = false;
    queue.retry(...ids(queue));
    await atRest(queue);
    expect(states(queue)).toEqual(['done']);
  });
});

describe('a lost line', () => {
  it('pauses everything, for as long as it takes, and goes on by itself when it is back', async () => {
    let isDown = false;
    const pauses: (() => void)[] = [];
    const line = new Line(() => new Promise((resolve) => void pauses.push(resolve)));
    const queue = new UploadQueue(
      transport({
        send: async () => {
          if (isDown) throw new TransferError('No answer', 'line');
        },
      }),
      { line },
    );
    isDown = true;
    queue.add(sources(5));
    for (let attempt = 0; attempt < 20; attempt++) {
      await until(queue, () => queue.getSnapshot().paused);
      pauses.pop()!();
      await until(queue, () => !queue.getSnapshot().paused);
    }
    expect(queue.getSnapshot()).toMatchObject({ active: true });
    expect(states(queue)).not.toContain('failed');
    await until(queue, () => queue.getSnapshot().paused);
    isDown = false;
    line.restore();
    await atRest(queue);
    expect(new Set(states(queue))).toEqual(new Set(['done']));
  });

  it('cuts what is on its way, and takes it up at what the store has kept', async () => {
    const line = new Line(() => new Promise(() => {}));
    const begunAt: number[] = [];
    let kept = 0;
    const queue = new UploadQueue(
      transport({
        send: async (_ticket, file, onProgress, signal) => {
          begunAt.push(kept);
          onProgress(kept, kept);
          if (kept > 0) return;
          kept = 6;
          onProgress(8, kept);
          await untilAborted(signal);
          onProgress(file.size, kept);
        },
      }),
      { line },
    );
    queue.add([source('a', 10)]);
    await until(queue, () => queue.getSnapshot().sentBytes === 8);
    line.lose();
    expect(queue.getSnapshot()).toMatchObject({ paused: true, sentBytes: 8 });
    line.restore();
    await atRest(queue);
    expect(begunAt).toEqual([0, 6]);
  });

  it('holds up tickets and registration too', async () => {
    const line = new Line(() => new Promise(() => {}));
    const fails = { tickets: true, register: true };
    const once = (what: keyof typeof fails) => {
      if (!fails[what]) return;
      fails[what] = false;
      throw new TransferError('No answer', 'line');
    };
    const queue = new UploadQueue(
      transport({
        tickets: async (asked) => (once('tickets'), asked.map(({ file }) => ({ key: file.name }))),
        register: async (stored) => (once('register'), stored.map(() => null)),
      }),
      { line },
    );
    queue.add([source('a')]);
    for (const expected of ['waiting', 'registering']) {
      await until(queue, () => queue.getSnapshot().paused);
      expect(states(queue)).toEqual([expected]);
      line.restore();
    }
    await atRest(queue);
    expect(states(queue)).toEqual(['done']);
  });
});
