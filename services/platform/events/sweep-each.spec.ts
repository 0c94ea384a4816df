import { expect, it } from '@jest/globals';
import { keyset } from '../database/keyset.js';
import type { Logger } from '../log.js';
import { sweepEach } from './sweep-each.js';

const rows = [1, 2, 3, 4, 5].map((n) => ({ id: n, projectId: `p${n}`, title: 'Ember' }));
const read = async (last?: { id: number }) => rows.filter(({ id }) => id > (last?.id ?? 0)).slice(0, 2);

function sweep(failure: Error) {
  const told: unknown[] = [];
  const swept: number[] = [];
  const logger = { error: (said: unknown) => told.push(said) } as unknown as Logger;
  const over = sweepEach(keyset<{ id: number }>(read), logger, async ({ id }) => {
    if (id === 2) throw failure;
    swept.push(id);
  });
  return { told, swept, over };
}

it('continues after a row that fails, and logs its ids', async () => {
  const failure = new Error('bad');
  const { told, swept, over } = sweep(failure);
  await over;
  expect(swept).toEqual([1, 3, 4, 5]);
  expect(told).toEqual([{ err: failure, row: { id: 2, projectId: 'p2' } }]);
});

it('ends while the database is down', async () => {
  const { told, swept, over } = sweep(new Error('Connection terminated unexpectedly'));
  await expect(over).rejects.toThrow('Connection terminated');
  expect([swept, told]).toEqual([[1], []]);
});
