import { describe, expect, it, jest } from '@jest/globals';
import { Connection } from './connection';
import { UploadQueue } from './upload-queue';
import { atRest, ids, noWait, source, sources, states, transport, until, untilAborted } from './upload-queue.testing';
import { TransferError } from './upload-types';

describe('UploadQueue', () => {
  it('sends at most two files at a time and registers each of 300 exactly once', async () => {
    let sending = 0;
    let most = 0;
    const registered: string[] = [];
    const asked: number[] = [];
    const queue = new UploadQueue(
      transport({
        permissions: async (batch) => (asked.push(batch.length), batch.map(({ file }) => ({ key: file.name }))),
        send: async () => {
          most = Math.max(most, ++sending);
          await new Promise((resolve) => setImmediate(resolve));
          sending--;
        },
        register: async (stored) => stored.map(({ permission }) => (registered.push(permission.key), null)),
      }),
    );
    const files = sources(300);
    queue.add(files);
    await atRest(queue);
    expect(most).toBe(2);
    expect(asked).toEqual([100, 100, 100]);
    expect(registered.sort()).toEqual(files.map(({ file }) => file.name).sort());
  });

  it('registers a single file at once, and files that finish together in one call', async () => {
    const calls: string[][] = [];
    const moment = Promise.withResolvers<void>();
    const begun: string[] = [];
    const queue = new UploadQueue(
      transport({
        send: async ({ key }) => {
          begun.push(key);
          if (begun.length === 5) setImmediate(moment.resolve);
        },
        register: async (stored) => (
          calls.push(stored.map(({ permission }) => permission.key)),
          stored.map(() => null)
        ),
      }),
      { wait: () => moment.promise },
    );
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => source(name)));
    await atRest(queue);
    queue.add([source('f')]);
    await atRest(queue);
    expect(calls).toEqual([['a', 'b', 'c', 'd', 'e'], ['f']]);
  });

  it('loses none of 300 files while requests of every kind fail at random', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const mayFail = () => {
      const luck = random();
      if (luck < 0.1) throw new TransferError('No answer', 'reconnect');
      if (luck < 0.2) throw new TransferError('Busy', 'retry');
      if (luck < 0.25) throw new TransferError('Expired', 'renew');
    };
    const registered = new Set<string>();
    const queue = new UploadQueue(
      transport({
        permissions: async (batch) => (mayFail(), batch.map(({ file }) => ({ key: file.name }))),
        send: async () => mayFail(),
        register: async (stored) => (mayFail(), stored.map(({ permission }) => (registered.add(permission.key), null))),
      }),
      { wait: noWait, connection: new Connection(noWait) },
    );
    queue.add(sources(300));
    await atRest(queue);
    const failed = queue.getSnapshot().uploads.filter(({ state }) => state === 'failed');
    expect(registered.size + failed.length).toBe(300);
    queue.retry(...failed.map(({ id }) => id));
    await atRest(queue);
    expect(registered.size).toBe(300);
  });

  it('reports the key of a file as soon as it may be sent, and a new one when it is sent again', async () => {
    let names = 0;
    const permissions = async (batch: object[]) => batch.map(() => ({ key: `key ${++names}` }));
    const queue = new UploadQueue(transport({ permissions, send: (_p, _f, _on, signal) => untilAborted(signal) }));
    const keys = () => queue.getSnapshot().uploads.map(({ key }) => key);
    queue.add([source('a.wav')]);
    expect(keys()).toEqual([null]);
    await until(queue, () => states(queue)[0] === 'sending');
    expect(keys()).toEqual(['key 1']);
    queue.cancelAll();
    queue.retry(...ids(queue));
    expect(keys()).toEqual([null]);
    await until(queue, () => states(queue)[0] === 'sending');
    expect(keys()).toEqual(['key 2']);
    queue.cancelAll();
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

  it('gives up after eight attempts without progress, and a manual retry starts over', async () => {
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

  it('keeps trying while the store receives more of the file each time', async () => {
    let kept = 0;
    const queue = new UploadQueue(
      transport({
        send: async (_permission, file, onProgress) => {
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

  it('restarts a transfer that stalls for a minute', async () => {
    jest.useFakeTimers();
    try {
      let attempts = 0;
      const queue = new UploadQueue(
        transport({
          send: (_permission, _file, _onProgress, signal) =>
            ++attempts === 1 ? untilAborted(signal) : Promise.resolve(),
        }),
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

  it('asks for a new permission when the old one is refused', async () => {
    let handedOut = 0;
    const used: string[] = [];
    const queue = new UploadQueue(
      transport({
        permissions: async (asked) => asked.map(() => ({ key: `permission ${++handedOut}` })),
        send: async ({ key }) => {
          used.push(key);
          if (key === 'permission 1') throw new TransferError('Expired', 'renew');
        },
      }),
      { wait: noWait },
    );
    queue.add([source('a')]);
    await until(queue, () => states(queue)[0] === 'done');
    expect(used).toEqual(['permission 1', 'permission 2']);
  });

  it('reports refused files with reasons and still sends the others', async () => {
    const queue = new UploadQueue(
      transport({
        permissions: async (asked) =>
          asked.map(({ file }) => (file.name === 'big.wav' ? { error: 'big.wav is too large' } : { key: file.name })),
        register: async (stored) =>
          stored.map(({ permission }) => {
            if (permission.key === 'text.wav') return { error: 'text.wav is no audio', canRetry: false };
            return permission.key === 'gone.wav' ? { error: 'gone.wav has not arrived', canRetry: true } : null;
          }),
      }),
    );
    queue.add(['big.wav', 'text.wav', 'gone.wav', 'good.wav'].map((name) => source(name)));
    await atRest(queue);
    expect(
      queue.getSnapshot().uploads.map(({ name, state, error, canRetry }) => [name, state, error, canRetry]),
    ).toEqual([
      ['big.wav', 'failed', 'big.wav is too large', false],
      ['text.wav', 'failed', 'text.wav is no audio', false],
      ['gone.wav', 'failed', 'gone.wav has not arrived', true],
      ['good.wav', 'done', null, false],
    ]);
  });

  it('marks files with a twin in the queue, so that two never share an upload', async () => {
    const twins: boolean[] = [];
    const queue = new UploadQueue(
      transport({
        permissions: async (asked) => (
          twins.push(...asked.map(({ hasTwin }) => hasTwin)),
          asked.map(({ file }) => ({ key: file.name }))
        ),
      }),
    );
    queue.add([source('a', 4, 1), source('a', 4, 1), source('a', 4, 2), source('b', 4, 1)]);
    await atRest(queue);
    expect(twins).toEqual([true, true, false, false]);
  });

  it('counts the bytes that were sent, in total and per file', async () => {
    const queue = new UploadQueue(
      transport({ send: (_permission, _file, onProgress, signal) => (onProgress(7, 0), untilAborted(signal)) }),
    );
    queue.add([source('a', 10)]);
    await until(queue, () => queue.getSnapshot().sentBytes > 0);
    expect(queue.getSnapshot()).toMatchObject({ sentBytes: 7, totalBytes: 10, active: true });
    queue.cancelAll();
  });
});
