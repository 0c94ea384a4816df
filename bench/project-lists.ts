// `npm run bench -- project-lists`: compares the projects table of a studio with 10,000 projects with that of a studio
// with 100, over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../services/platform/embedded/postgres.js';
import { startTestApp } from '../services/testing/app.js';
import { build } from '../services/testing/build.js';

const SIZES = { small: 100, large: 10_000 };
const ROUNDS = 60;
const LIMIT = 1.5;

const sorts = ['createdAt', 'updatedAt', 'title', 'status', 'client_name'];
const queries = [
  ...sorts.flatMap((sort) => [`sort=${sort}&order=asc`, `sort=${sort}&order=desc`]),
  ...['created', 'in_progress', 'approved'].map((status) => `status=${status}`),
  ...['none', 'pending', 'paid', 'overdue', 'cancelled'].map((status) => `invoiceStatus=${status}`),
  ...sorts.map((sort) => `status=paid&invoiceStatus=paid&sort=${sort}`),
  'search=song%2042',
  'search=nowhere%20to%20be%20found',
  'search=a',
  'page 2',
  'last page',
];

const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
const server = await startPostgres({ dataDir, port: 0, durable: false });
process.env.TEST_POSTGRES_URL = server.url;
const app = await startTestApp();
const rows = build(app);
const engineers = { small: await studioOf(SIZES.small), large: await studioOf(SIZES.large) };
await app.database.query('VACUUM ANALYZE');

try {
  const table = [];
  for (const query of queries) {
    const paths = { small: await path(engineers.small, query), large: await path(engineers.large, query) };
    const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
    let statements = { small: 0, large: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      for (const size of round % 2 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
        const counted = countStatements();
        const from = performance.now();
        await call(engineers[size], paths[size]);
        times[size].push(performance.now() - from);
        statements = { ...statements, [size]: counted() };
      }
    }
    const [small, large] = [median(times.small), median(times.large)];
    const ratio = large / small;
    table.push({
      query,
      '100 (ms)': round2(small),
      '10,000 (ms)': round2(large),
      ratio: round2(ratio),
      statements: `${statements.small} / ${statements.large}`,
      '': ratio <= LIMIT && statements.large <= statements.small ? '' : 'missed',
    });
  }
  console.table(table);
} finally {
  await app.close();
  await server.stop('immediate');
  await rm(dataDir, { recursive: true, force: true });
}

/** A studio with `count` projects of forty clients. Rows contain only what a page needs. */
async function studioOf(count: number): Promise<string> {
  const engineer = await rows.engineer();
  const clients = [];
  for (let n = 0; n < 40; n++) clients.push(await rows.client({ studioId: engineer.studioId!, name: `Artist ${n}` }));
  await app.database.query(
    `INSERT INTO projects (studio_id, engineer_id, client_id, title, status, invoice_status, invoice_amount_cents, created_at, updated_at)
     SELECT $1, $2, ($3::uuid[])[1 + n % 40], 'Song ' || n,
       (ARRAY['created','quoted','quote_accepted','in_progress','preview_ready','awaiting_payment','paid','delivered','approved'])[1 + n % 9],
       (ARRAY[NULL,'pending','paid','overdue'])[1 + n % 4], 10000 + n,
       now() - n * interval '1 hour', now() - (n * 7919 % 10000) * interval '1 minute'
     FROM generate_series(1, $4) AS n`,
    [engineer.studioId, engineer.id, clients.map(({ id }) => id), count],
  );
  return engineer.id;
}

/** The address of a query; of later pages by following cursors. */
async function path(engineer: string, query: string): Promise<string> {
  if (query !== 'page 2' && query !== 'last page') return `/api/projects?limit=40&${query}`;
  let here = '/api/projects?limit=40';
  for (;;) {
    const { nextCursor } = await call(engineer, here);
    if (!nextCursor) return here;
    here = `/api/projects?limit=40&cursor=${encodeURIComponent(nextCursor)}`;
    if (query === 'page 2') return here;
  }
}

async function call(engineer: string, address: string): Promise<{ nextCursor: string | null }> {
  const response = await fetch(`${app.url}${address}`, { headers: { 'x-dev-user-id': engineer } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as { nextCursor: string | null };
}

/** Number of statements that reach the database from now until the returned function is called. */
function countStatements(): () => number {
  const { pool } = app.database;
  let count = 0;
  const seen = () => void count++;
  pool.on('acquire', seen);
  return () => {
    pool.off('acquire', seen);
    return count;
  };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
