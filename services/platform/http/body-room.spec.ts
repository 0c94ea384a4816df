import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BodyRoom } from './body-room.js';

const limits = { bytes: 30, bytesPerCaller: 10, waiting: 4, waitingPerCaller: 2, patienceMs: 1_000 };
const aRequest = () => new EventEmitter() as unknown as IncomingMessage;
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('room for bodies', () => {
  let room: BodyRoom;
  let entered: string[];
  let leaves: Map<string, () => void>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    room = new BodyRoom(limits);
    entered = [];
    leaves = new Map();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const send = (name: string, bytes = 10, request = aRequest()) =>
    room.take(name[0]!, bytes, request).then((leave) => {
      entered.push(name);
      leaves.set(name, leave);
    });

  it('is given to as many as fit, and to the next when one is done', async () => {
    for (const name of ['a1', 'b1', 'c1', 'd1']) void send(name);
    await turns();
    expect(entered).toEqual(['a1', 'b1', 'c1']);
    leaves.get('b1')!();
    await turns();
    expect(entered.at(-1)).toBe('d1');
  });

  it('is shared by turns: many bodies of one caller do not delay another', async () => {
    for (const name of ['a1', 'a2', 'a3', 'b1']) void send(name);
    await turns();
    expect(entered).toEqual(['a1', 'b1']);
    leaves.get('a1')!();
    leaves.get('a1')!();
    await turns();
    expect(entered).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets in one body that is larger than the room, alone', async () => {
    void send('a1', 99);
    void send('b1', 1);
    await turns();
    expect(entered).toEqual(['a1']);
    leaves.get('a1')!();
    await turns();
    expect(entered).toEqual(['a1', 'b1']);
  });

  it('refuses a caller with too many, and everyone when too many wait', async () => {
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1']) void send(name);
    await expect(send('a4')).rejects.toMatchObject({ status: 429, details: { retryAfter: 10 } });
    await expect(send('f1')).rejects.toMatchObject({ status: 503, details: { retryAfter: 10 } });
  });

  it('forgets a request that is closed while it waits', async () => {
    const closed = aRequest();
    void send('a1');
    const waiting = send('a2', 10, closed);
    void send('a3');
    closed.emit('close');
    await expect(waiting).rejects.toMatchObject({ status: 400 });
    leaves.get('a1')!();
    await turns();
    expect(entered).toEqual(['a1', 'a3']);
  });

  it('refuses a request that has waited too long', async () => {
    void send('a1');
    const waiting = send('a2');
    const refused = expect(waiting).rejects.toMatchObject({ status: 503, details: { retryAfter: 10 } });
    jest.advanceTimersByTime(limits.patienceMs);
    await refused;
  });
});
