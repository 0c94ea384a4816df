import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { runMigrations } from '../migrate.js';
import { StartError } from '../start.js';
import { checkSchema, checkServer } from './schema-check.js';

let test: TestDatabase;
let client: Client;

beforeEach(async () => {
  test = await createTestDatabase();
  client = new Client({ connectionString: test.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await test.drop();
});

const query = async <T>(sql: string) => (await client.query(sql)).rows as T[];

it('accepts a database of this version', async () => {
  await expect(checkSchema(query)).resolves.toBeUndefined();
});

it('refuses a PostgreSQL older than 18 with a sentence', async () => {
  const old = async <T>() => [{ server_version: '15.4 (Debian 15.4-1)' }] as T[];
  await expect(checkServer(old)).rejects.toEqual(
    new StartError('The database is PostgreSQL 15.4 (Debian 15.4-1); Lacquer needs 18 or newer.'),
  );
});

it('refuses a database that lacks a migration', async () => {
  await query(`DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)`);
  await expect(checkSchema(query)).rejects.toThrow('run `npm run migrate` first');
});

it('refuses a database of a newer version, also to migrate it', async () => {
  await query(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
  await expect(checkSchema(query)).rejects.toThrow('a newer version of Lacquer (it has Later9999999999999)');
  await expect(runMigrations(test.url)).rejects.toThrow('a newer version of Lacquer');
});

it('names the setting whose server does not answer', async () => {
  const empty = await createEmptyDatabase();
  await empty.drop();
  await expect(runMigrations(empty.url)).rejects.toThrow(/^DATABASE_URL cannot be used: database .* does not exist\.$/);
});
