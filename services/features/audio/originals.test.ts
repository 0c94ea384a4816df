import { expect, it } from '@jest/globals';
import { Queues } from '../../platform/events/queues.module.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes, Stage } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';

const { app, own, client } = useApp({ worker: true, project: {} });

it('originals are read behind the files of every studio', async () => {
  const { engineer, project } = await build(app).project();
  const wave = await audioBytes({ format: 'wav', durationS: 0.5 });
  const queues = (['probe', 'analysis'] as const).map((name) => app.get(Queues).get(name));
  for (const queue of queues) await queue.pause();
  for (let n = 1; n <= 20; n++)
    await uploadFile(client, { projectId: own.project.id, fileType: 'upload', fileName: `Mix ${n}.wav` }, wave);
  const { id } = await new Stage(app.as(engineer), project.id).drop('Master.wav', wave);
  for (const queue of queues) {
    await until('jobs for all of them', async () => (await queue.getJobCountByTypes('waiting', 'prioritized')) === 21);
    await queue.resume();
  }
  await drain(app.database);
  for (const kind of ['probe', 'analyse']) {
    const read = await app.database.query<{ isMaster: boolean }>(
      `SELECT strpos(payload::text, audio_id::text) > 0 AS "isMaster"
       FROM processed_event JOIN outbox ON outbox.id = event_id, staging_files staged
       WHERE handler LIKE 'AnalysisWorker.' || $1 || '%' AND staged.id = $2 ORDER BY processed_at`,
      [kind, id],
    );
    expect(read).toHaveLength(21);
    // The first jobs start together.
    expect(read.findIndex(({ isMaster }) => isMaster)).toBeLessThan(10);
  }
});
