import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './postgres.js';

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

it('gives every caller a migrated database of its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  databases.push(one, two);
  await query(one.url, 'CREATE TABLE mine (id int)');
  expect(await query(one.url, "SELECT to_regclass('outbox') IS NOT NULL AS migrated")).toEqual([{ migrated: true }]);
  expect(await query(two.url, "SELECT to_regclass('mine') AS mine")).toEqual([{ mine: null }]);
});
