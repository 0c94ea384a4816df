import { expect, it } from '@jest/globals';
import { Connection } from './connection';

it('retries after pauses that grow to 15 s, and starts with a short pause after a success', async () => {
  const pauses: number[] = [];
  const connection = new Connection(async (milliseconds) => void pauses.push(milliseconds));
  for (let loss = 0; loss < 6; loss++) {
    connection.markOffline();
    await connection.whenOnline();
  }
  connection.reset();
  connection.markOffline();
  await connection.whenOnline();
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15000, 15000, 1000]);
});

it('is online as soon as the browser says so, and an earlier pause does not end a later outage', async () => {
  const ends: (() => void)[] = [];
  const connection = new Connection(() => new Promise((resolve) => void ends.push(resolve)));
  connection.markOffline();
  connection.markOnline();
  await connection.whenOnline();
  connection.markOffline();
  ends[0]!();
  await Promise.resolve();
  expect(connection.isOffline).toBe(true);
});

it('aborts running requests once, and not those that start later', () => {
  const connection = new Connection(() => new Promise(() => {}));
  const { signal } = connection;
  connection.markOffline();
  connection.markOffline();
  expect(signal.aborted).toBe(true);
  connection.markOnline();
  expect(connection.signal.aborted).toBe(false);
});
