import { expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { Database } from '../../platform/database/database.js';
import { build } from '../../testing/build.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';

const { app, own, engineer, stage } = useApp({ worker: true, project: {} });

const FILES = 40;
const LIMIT = 10;

/** Statements that are not counted: transactions, and the progress of an analysis that takes long. */
const APART = /^(START TRANSACTION|BEGIN|COMMIT|ROLLBACK)|UPDATE audio SET progress/;

/** Statements that API and worker send over the connections they share; the queue has its own. */
function watch({ pool }: Database): { statements: string[]; stop: () => void } {
  const statements: string[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  const onAcquire = (client: PoolClient) => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = ((...args: [string | { text: string }]) => {
      const [statement] = args;
      statements.push((typeof statement === 'string' ? statement : statement.text).trim());
      return Reflect.apply(query, client, args) as unknown;
    }) as PoolClient['query'];
  };
  pool.on('acquire', onAcquire);
  return {
    statements,
    stop: () => {
      pool.off('acquire', onAcquire);
      for (const [client, query] of watched) client.query = query;
    },
  };
}

it(`does at most ${LIMIT} statements for each of ${FILES} files, from its announcement to its last suggestion`, async () => {
  for (let n = 1; n <= FILES; n++) {
    await build(app).track({ projectId: own.project.id, trackNumber: n, title: `Ember ${n}` });
  }
  const wave = await audioBytes({ format: 'wav', bits: 24, sampleRateHz: 48000, channels: 1, durationS: 0.5 });
  const header = { container: 'wav', sampleRateHz: 48000, channels: 1, bitsStored: 24, float: false, durationS: 0.5 };
  const tags = { title: null, artist: null, album: null, trackNumber: null, isrc: null };
  const files = Array.from({ length: FILES }, (_, n) => {
    const originalName = `${n + 1} Ember ${n + 1}.wav`;
    return { originalName, sizeBytes: wave.length, lastModified: 1, header: { ...header, tags } };
  });
  const observer = await Database.connect({
    ...{ url: app.config.databaseUrl, entities: [], poolSize: 1, applicationName: 'observer' },
    onPoolError: () => undefined,
  });
  const { statements, stop } = watch(app.database);
  try {
    const uploads = await stage.begin(files);
    await Promise.all(
      uploads.map(({ uploadUrl, headers }, n) => {
        const body = new Uint8Array(wave);
        body.set([n + 1], body.length - 3);
        return fetch(uploadUrl, { method: 'PUT', headers, body });
      }),
    );
    const { data } = await stage.register(uploads.map((upload) => ({ ...upload, sizeBytes: wave.length })));
    expect(data.rejected).toEqual([]);
    await until('every file suggested for', async () => {
      const [left] = await observer.query(
        `SELECT FROM staging_files JOIN audio ON audio.id = audio_id JOIN projects ON projects.id = project_id
         WHERE project_id = $1 AND (state <> 'done' OR suggestions = '[]' OR suggested_revision < staging_revision)`,
        [own.project.id],
      );
      return left === undefined;
    });
  } finally {
    stop();
    await observer.close();
  }
  expect((await engineer.get(stage.path)).data.stagingFiles).toHaveLength(FILES);
  const times = new Map<string, number>();
  for (const text of statements) if (!APART.test(text)) times.set(text, (times.get(text) ?? 0) + 1);
  // Suggesting and relaying repeat while a batch is read, more often the slower the machine is. What is sent less than once
  // for each file is such a repetition, or a statement for the whole batch.
  const forEachFile = [...times.values()].filter((count) => count >= FILES);
  expect(forEachFile.reduce((sum, count) => sum + count, 0) / FILES).toBeLessThanOrEqual(LIMIT);
});
