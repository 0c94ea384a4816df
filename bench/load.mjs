// Puts load on a portal of this machine: a mix of reads at a steady rate, compared with a bare Nest route at the same
// rate, and open live updates.
//   npm run bench -- load [--rate 200] [--seconds 20] [--streams 0] [--projects 10000] [--url http://127.0.0.1:3000]
//
// Rate, time and number are limited, and it only accepts loopback addresses. Each request starts when it is due, even
// if earlier ones have not been answered, so that a server that stalls is not spared. Without a url it starts its own
// portal, with the demo data and that many more projects, and reports the memory that live updates cost its API.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { withProduct } from './product.mjs';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    streams: { type: 'string', default: '0' },
    projects: { type: 'string', default: '10000' },
    url: { type: 'string' },
  },
});
const rate = bounded('rate', values.rate, 1_000);
const seconds = bounded('seconds', values.seconds, 600);
const streams = bounded('streams', values.streams, 2_000);
const projects = bounded('projects', values.projects, 100_000);
/** The number of windows of one person that get updates. */
const WINDOWS = 10;
/** Limits on two cores without other load. */
const P99_MS = 50;
const STREAMS_MB = 150;
const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true });

const headers = { 'x-dev-user-id': '01900000-0000-7000-8000-000000000001' };
const project = '01900000-0000-7000-8000-000000000004';
/** Relative frequency of each read. */
const mix = [
  [5, '/api/projects?limit=20'],
  [3, `/api/projects/${project}`],
  [3, '/api/notifications?limit=20'],
  [2, `/api/files/project/${project}`],
  [2, `/api/staging/projects/${project}`],
  [1, '/api/invoices?limit=20'],
  [1, '/api/clients?limit=20'],
].flatMap(([times, path]) => Array(times).fill(path));

if (values.url) {
  const { hostname, origin } = new URL(values.url);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Error('Only a portal of this machine is loaded.');
  await run(origin);
} else {
  await withProduct({}, async (product) => {
    const people = await fill(await product.databaseUrl());
    const api = await product.pid('api');
    await run(product.url, people, () => residentMb(api));
  });
}

async function run(origin, people = [headers], memory = () => NaN) {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const bareUrl = `${String((await once(bare.stdout, 'data'))[0]).trim()}/bare`;
    const warm = Math.min(seconds, 5);
    await load(() => origin + mix[0], 2);
    const open = await openStreams(origin, people, memory);
    await load(() => bareUrl, 2);
    const rows = { 'a bare Nest route': await load(() => bareUrl, warm) };
    await load((n) => origin + mix[n % mix.length], warm);
    const byRoute = new Map(mix.map((path) => [path, []]));
    rows['the mix'] = await load(
      (n) => origin + mix[n % mix.length],
      seconds,
      (n, ms) => byRoute.get(mix[n % mix.length]).push(ms),
    );
    rows['a bare Nest route again'] = await load(() => bareUrl, warm);
    console.table(rows);
    console.table(
      Object.fromEntries([...byRoute].map(([path, times]) => [path.replace(project, '…'), summary(times)])),
    );
    const [first, mixed, last] = Object.values(rows).map((row) => row['p99 ms']);
    const ratio = (mixed / ((first + last) / 2)).toFixed(1);
    console.log(`p99 of the mix: ${mixed} ms (limit ${P99_MS}), ${ratio} × the bare route`);
    for (const stream of open) stream.abort();
  } finally {
    bare.kill();
  }
}

async function load(addressOf, forSeconds, answered = () => undefined) {
  const times = [];
  const failures = new Map();
  const fail = (what) => failures.set(what, (failures.get(what) ?? 0) + 1);
  const pending = new Set();
  const begun = performance.now();
  for (let n = 0; n < rate * forSeconds; n++) {
    const due = begun + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((next) => setTimeout(next, wait));
    const request = answerOf(addressOf(n))
      .then((status) => {
        if (status === 200) {
          times.push(performance.now() - due);
          answered(n, performance.now() - due);
        } else fail(`${status} ${addressOf(n)}`);
      })
      .catch((error) => fail(error.code ?? error.message))
      .finally(() => pending.delete(request));
    pending.add(request);
  }
  await Promise.all(pending);
  for (const [what, count] of failures) console.error(`${count} × ${what}`);
  return summary(times);
}

function summary(times) {
  times.sort((a, b) => a - b);
  const at = (share) => Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN).toFixed(1));
  return { answered: times.length, 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), 'worst ms': at(1) };
}

/**
 * The status, once the whole body has arrived. Uses `node:http`, because fetch would take twice as much of the two
 * cores.
 */
function answerOf(address) {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.once('end', () => resolve(response.statusCode)).once('error', reject);
      response.resume();
    });
    request.once('timeout', () => request.destroy(new Error('timed out'))).once('error', reject);
  });
}

async function openStreams(origin, people, memory) {
  if (streams === 0) return [];
  const idle = memory();
  const open = [];
  for (let n = 0; n < streams; n++) {
    const abort = new AbortController();
    const response = await fetch(`${origin}/api/events`, { headers: people[n % people.length], signal: abort.signal });
    if (!response.ok) throw new Error(`Stream ${n + 1} answered ${response.status}.`);
    void response.body.pipeTo(new WritableStream()).catch(() => undefined);
    open.push(abort);
  }
  // Long enough for a heartbeat, which is sent to all of them.
  await pause(30_000);
  const more = memory() - idle;
  console.log(`${streams} live updates open: ${more.toFixed(0)} MB above idle (limit ${STREAMS_MB} for 1,000)`);
  return open;
}

/** The demo studio's projects, and enough people for the streams; returns the people. */
async function fill(databaseUrl) {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(
    `INSERT INTO projects (studio_id, engineer_id, client_id, title, status, created_at, updated_at)
     SELECT p.studio_id, p.engineer_id, p.client_id, 'Song ' || n,
       (ARRAY['created', 'in_progress', 'delivered', 'approved'])[1 + n % 4],
       now() - n * interval '1 hour', now() - (n * 7919 % 10000) * interval '1 minute'
     FROM projects p, generate_series(1, $2) AS n WHERE p.id = $1`,
    [project, projects],
  );
  const { rows } = await database.query(
    `INSERT INTO users (name, email, role) SELECT 'Client ' || n, 'client-' || n || '@example.com', 'client'
     FROM generate_series(1, $1) AS n RETURNING id`,
    [Math.ceil(streams / WINDOWS)],
  );
  await database.query('VACUUM ANALYZE');
  await database.end();
  return rows.map(({ id }) => ({ 'x-dev-user-id': id }));
}

function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

function bounded(name, text, most) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new Error(`--${name} is a whole number up to ${most}.`);
  return value;
}
