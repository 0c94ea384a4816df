// Load on a portal of this machine: a mix of reads at a steady rate, and open live updates. `npm run bench:load -- [--rate 200]
// [--seconds 20] [--streams 0] [--url http://127.0.0.1:3000]`
//
// Bounded in rate, time and number, and only on loopback. Each request starts when it is due, whether earlier ones have been
// answered or not, so that a server that stalls is not spared. Without a url it starts a portal of its own, with the demo data.
import { parseArgs } from 'node:util';
import { withProduct } from './product.mjs';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    streams: { type: 'string', default: '0' },
    url: { type: 'string' },
  },
});
const rate = bounded('rate', values.rate, 1_000);
const seconds = bounded('seconds', values.seconds, 600);
const streams = bounded('streams', values.streams, 2_000);

const headers = { 'x-dev-user-id': '01900000-0000-7000-8000-000000000001' };
const project = '01900000-0000-7000-8000-000000000004';
/** How often each is read among the others. */
const mix = [
  [5, '/api/projects?limit=20'],
  [3, `/api/projects/${project}`],
  [3, '/api/notifications?limit=20'],
  [2, `/api/files/project/${project}`],
  [2, `/api/staging/projects/${project}`],
  [1, '/api/invoices?limit=20'],
  [1, '/api/clients?limit=20'],
].flatMap(([times, path]) => Array(times).fill(path));
/** Nothing but the server around it: what every other figure stands on. */
const BARE = '/api/health/live';

if (values.url) {
  const { hostname, origin } = new URL(values.url);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Error('Only a portal of this machine is loaded.');
  await run(origin);
} else await withProduct({}, ({ url }) => run(url));

async function run(origin) {
  const open = await openStreams(origin);
  await load(origin, () => BARE, 2);
  const rows = { 'a bare route': await load(origin, () => BARE, Math.min(seconds, 5)) };
  rows['the mix'] = await load(origin, (n) => mix[n % mix.length], seconds);
  console.table(rows);
  for (const stream of open) stream.abort();
}

async function load(origin, pathOf, forSeconds) {
  const times = [];
  const failures = new Map();
  const pending = new Set();
  const begun = performance.now();
  for (let n = 0; n < rate * forSeconds; n++) {
    const due = begun + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((next) => setTimeout(next, wait));
    const request = fetch(origin + pathOf(n), { headers, signal: AbortSignal.timeout(30_000) })
      .then(async (response) => {
        await response.arrayBuffer();
        if (response.ok) times.push(performance.now() - due);
        else
          failures.set(`${response.status} ${pathOf(n)}`, (failures.get(`${response.status} ${pathOf(n)}`) ?? 0) + 1);
      })
      .catch((error) => failures.set(error.name, (failures.get(error.name) ?? 0) + 1))
      .finally(() => pending.delete(request));
    pending.add(request);
  }
  await Promise.all(pending);
  times.sort((a, b) => a - b);
  const at = (share) => Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN).toFixed(1));
  for (const [what, count] of failures) console.error(`${count} × ${what}`);
  return { answered: times.length, 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), 'worst ms': at(1) };
}

async function openStreams(origin) {
  const open = [];
  for (let n = 0; n < streams; n++) {
    const abort = new AbortController();
    const response = await fetch(`${origin}/api/events`, { headers, signal: abort.signal });
    if (!response.ok) throw new Error(`Stream ${n + 1} answered ${response.status}.`);
    void response.body.pipeTo(new WritableStream()).catch(() => undefined);
    open.push(abort);
  }
  if (streams > 0) console.log(`${streams} live updates open`);
  return open;
}

function bounded(name, text, most) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new Error(`--${name} is a whole number up to ${most}.`);
  return value;
}
