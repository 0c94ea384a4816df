// `npm run bench -- storage-usage`: compares the Storage page of a studio with 100,000 files with that of a studio with
// 1,000, over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../services/platform/embedded/postgres.js';
import { startTestApp } from '../services/testing/app.js';
import { build } from '../services/testing/build.js';

const PROJECTS = { small: 20, large: 2_000 };
const FILES_EACH = 50;
const ROUNDS = 15;

const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
const server = await startPostgres({ dataDir, port: 0, durable: false });
process.env.TEST_POSTGRES_URL = server.url;
const app = await startTestApp();
try {
  const engineers = { small: await studioOf(PROJECTS.small), large: await studioOf(PROJECTS.large) };
  await app.database.query('VACUUM ANALYZE');
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of ['small', 'large'] as const) {
      const from = performance.now();
      const response = await fetch(`${app.url}/api/storage`, { headers: { 'x-dev-user-id': engineers[size] } });
      if (!response.ok) throw new Error(`GET /api/storage answered ${response.status}`);
      await response.arrayBuffer();
      times[size].push(performance.now() - from);
    }
  }
  const [small, large] = [median(times.small), median(times.large)];
  console.table([
    {
      '1,000 files (ms)': Math.round(small),
      '100,000 files (ms)': Math.round(large),
      ratio: Math.round(large / small),
    },
  ]);
} finally {
  await app.close();
  await server.stop('immediate');
  await rm(dataDir, { recursive: true, force: true });
}

/** A studio with `projects` projects of fifty files each: ten originals and forty masters, half of them replaced. */
async function studioOf(projects: number): Promise<string> {
  const rows = build(app);
  const engineer = await rows.engineer();
  const client = await rows.client({ studioId: engineer.studioId! });
  await app.database.query(
    `WITH p AS (
       INSERT INTO projects (studio_id, engineer_id, client_id, title, status)
       SELECT $1, $2, $3, 'Song ' || n, 'in_progress' FROM generate_series(1, $4) AS n RETURNING id),
     a AS (
       INSERT INTO audio (object_key, size_bytes, content_type, state)
       SELECT 'projects/' || p.id || '/files/' || n || '.wav', 1000000 + n, 'audio/wav', 'done'
       FROM p, generate_series(1, $5) AS n RETURNING id, object_key)
     INSERT INTO files (project_id, audio_id, file_name, original_name, file_type, uploaded_by, completed_at)
     SELECT split_part(object_key, '/', 2)::uuid, id, 'a.wav', 'a.wav',
       CASE WHEN split_part(object_key, '/', 4) < '2' THEN 'upload' ELSE 'master' END, $2, now() FROM a`,
    [engineer.studioId, engineer.id, client.id, projects, FILES_EACH],
  );
  await app.database.query(
    `UPDATE files newer SET parent_file_id = older.id
     FROM (SELECT id, lead(id) OVER (PARTITION BY project_id, file_type ORDER BY id) AS next FROM files) older
     WHERE newer.id = older.next AND newer.file_type = 'master' AND get_byte(uuid_send(newer.id), 15) % 2 = 0`,
  );
  return engineer.id;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
