import { describe, expect, it } from '@jest/globals';
import { Connection } from './connection';
import { UploadQueue } from './upload-queue';
import { atRest, ids, source, sources, states, transport, until, untilAborted } from './upload-queue.testing';
import { TransferError } from './upload-types';

describe('cancelling', () => {
  const stuck = (cancelled: string[] = []) =>
    transport({
      send: ({ key }, _file, _onProgress, signal) =>
        key.startsWith('stuck') ? untilAborted(signal) : Promise.resolve(),
      cancel: async (permissions) => void cancelled.push(...permissions.map(({ key }) => key)),
    });

  it('stops one transfer, cancels it in the store, and continues with the next file', async () => {
    const cancelled: string[] = [];
    const queue = new UploadQueue(stuck(cancelled));
    queue.add([source('stuck 1'), source('stuck 2'), source('next')]);
    await until(queue, () => states(queue).filter((state) => state === 'sending').length === 2);
    queue.cancel(ids(queue)[0]!);
    await until(queue, () => states(queue)[2] === 'done');
    expect(states(queue)).toEqual(['cancelled', 'sending', 'done']);
    expect(cancelled).toEqual(['stuck 1']);
    queue.cancelAll();
  });

  it('stops all transfers without starting others, and sends them again on request', async () => {
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
    await until(queue, () => begun.length === 2);
    queue.cancelAll();
    expect(new Set(states(queue))).toEqual(new Set(['cancelled']));
    expect(begun).toHaveLength(2);
    hangs = false;
    queue.retry(...ids(queue));
    await atRest(queue);
    expect(new Set(states(queue))).toEqual(new Set(['done']));
  });
});

describe('sending cancelled files again', () => {
  it('waits until the store has cancelled them, because it would reuse the cancelled uploads', async () => {
    const told: string[] = [];
    let forget = () => {};
    let hangs = true;
    const queue = new UploadQueue(
      transport({
        permissions: async (asked) => (told.push('ask'), asked.map(({ file }) => ({ key: file.name }))),
        send: (_permission, _file, _onProgress, signal) => (hangs ? untilAborted(signal) : Promise.resolve()),
        cancel: () =>
          new Promise<void>((resolve) => {
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

  it('requests nothing if they are cancelled again meanwhile', async () => {
    let asked = 0;
    let forget = () => {};
    const queue = new UploadQueue(
      transport({
        permissions: async (batch) => (asked++, batch.map(({ file }) => ({ key: file.name }))),
        send: (_permission, _file, _onProgress, signal) => untilAborted(signal),
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

  it('continues when cancelling in the store fails', async () => {
    let hangs = true;
    const queue = new UploadQueue(
      transport({
        send: (_permission, _file, _onProgress, signal) => (hangs ? untilAborted(signal) : Promise.resolve()),
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

describe('a lost connection', () => {
  it('pauses everything for any length of time, and resumes when it is back', async () => {
    let isDown = false;
    const pauses: (() => void)[] = [];
    const connection = new Connection(() => new Promise((resolve) => void pauses.push(resolve)));
    const queue = new UploadQueue(
      transport({
        send: async () => {
          if (isDown) throw new TransferError('No answer', 'reconnect');
        },
      }),
      { connection },
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
    connection.markOnline();
    await atRest(queue);
    expect(new Set(states(queue))).toEqual(new Set(['done']));
  });

  it('aborts running transfers, and resumes from what the store has kept', async () => {
    const connection = new Connection(() => new Promise(() => {}));
    const begunAt: number[] = [];
    let kept = 0;
    const queue = new UploadQueue(
      transport({
        send: async (_permission, file, onProgress, signal) => {
          begunAt.push(kept);
          onProgress(kept, kept);
          if (kept > 0) return;
          kept = 6;
          onProgress(8, kept);
          await untilAborted(signal);
          onProgress(file.size, kept);
        },
      }),
      { connection },
    );
    queue.add([source('a', 10)]);
    await until(queue, () => queue.getSnapshot().sentBytes === 8);
    connection.markOffline();
    expect(queue.getSnapshot()).toMatchObject({ paused: true, sentBytes: 8 });
    connection.markOnline();
    await atRest(queue);
    expect(begunAt).toEqual([0, 6]);
  });

  it('pauses permission requests and registration too', async () => {
    const connection = new Connection(() => new Promise(() => {}));
    const fails = { permissions: true, register: true };
    const once = (what: keyof typeof fails) => {
      if (!fails[what]) return;
      fails[what] = false;
      throw new TransferError('No answer', 'reconnect');
    };
    const queue = new UploadQueue(
      transport({
        permissions: async (asked) => (once('permissions'), asked.map(({ file }) => ({ key: file.name }))),
        register: async (stored) => (once('register'), stored.map(() => null)),
      }),
      { connection },
    );
    queue.add([source('a')]);
    for (const expected of ['waiting', 'registering']) {
      await until(queue, () => queue.getSnapshot().paused);
      expect(states(queue)).toEqual([expected]);
      connection.markOnline();
    }
    await atRest(queue);
    expect(states(queue)).toEqual(['done']);
  });
});
