import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { runnable } from './binaries.js';
import { freePort } from './port.js';
import { type EmbeddedPostgres, startPostgres } from './postgres.js';
import { isAlive } from './process.js';

let dataDir: string;
const servers: EmbeddedPostgres[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lacquer-postgres-'));
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop('immediate');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(port = 0): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, port, durable: false });
  servers.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

it('uses UTF-8 and UTC, accepts many connections, and requires the password', async () => {
  const { url } = await start();
  expect(await ask(url, "SELECT lower('ÀÉÑ') || current_setting('TimeZone') AS answer")).toBe('àéñUTC');
  expect(await ask(url, "SELECT current_setting('max_connections')::int >= 200 AS answer")).toBe(true);
  const stranger = new URL(url);
  stranger.password = 'guess';
  await expect(ask(stranger.href, 'SELECT 1 AS answer')).rejects.toThrow('password');
});

it('keeps its data after a stop and a kill', async () => {
  const first = await start();
  await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS answer');
  await first.stop();
  const second = await start();
  process.kill(second.pid, 'SIGKILL');
  await second.exited;
  const third = await start();
  expect(await ask(third.url, 'SELECT answer FROM kept')).toBe(1);
});

it('stops a server that an earlier parent left running, and replaces it', async () => {
  const orphan = await start();
  const next = await start();
  await orphan.exited;
  expect(isAlive(orphan.pid)).toBe(false);
  expect(await ask(next.url, 'SELECT 1 AS answer')).toBe(1);
});

it('does not touch a process that only has the process id of an earlier server', async () => {
  await (await start()).stop();
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n${join(dataDir, 'cluster')}\n`);
  const server = await start();
  expect(isAlive(process.pid)).toBe(true);
  expect((await readFile(pidFile, 'utf8')).split('\n')[0]).toBe(String(server.pid));
});

it('takes another port when the requested one is occupied', async () => {
  const other = createServer();
  const taken = await freePort();
  await new Promise<void>((listening) => other.listen(taken, '127.0.0.1', listening));
  const server = await start(taken);
  expect(server.port).not.toBe(taken);
  expect(await ask(server.url, 'SELECT 1 AS answer')).toBe(1);
  await new Promise((closed) => other.close(closed));
});

it('starts from scratch when creating the data directory was interrupted', async () => {
  await (await start()).stop();
  await rm(join(dataDir, 'cluster'), { recursive: true });
  await writeFile(join(dataDir, 'cluster.new'), 'half');
  const server = await start();
  expect(await ask(server.url, 'SELECT 1 AS answer')).toBe(1);
});

it("reports the server's output when it does not start", async () => {
  await (await start()).stop();
  await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '12\n');
  await expect(start()).rejects.toThrow(/PostgreSQL did not start[^]*version/);
});

it('keeps its programs out of a path that a shell would interpret', async () => {
  const packageDir = join(dataDir, 'a $HOME `checkout`');
  await mkdir(join(packageDir, 'native/bin'), { recursive: true });
  await writeFile(join(packageDir, 'package.json'), JSON.stringify({ version: `test-${process.pid}` }));
  await writeFile(join(packageDir, 'native/bin/postgres'), '');
  const native = await runnable(packageDir, false);
  try {
    expect(native).not.toMatch(/[$`]/);
    expect(existsSync(join(native, 'bin/postgres'))).toBe(true);
    expect(await runnable(dirname(packageDir), false)).toBe(join(dataDir, 'native'));
  } finally {
    await rm(native, { recursive: true });
  }
});
