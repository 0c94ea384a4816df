import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { AUDIO_ENGINE } from '../../platform/audio/engine.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { FileView, ListeningView } from './files.schema.js';

const { app, own, engineer, client } = useApp({ worker: true, project: {} });
let bytes: Buffer;
let file: FileView;

beforeAll(async () => {
  bytes = await audioBytes({ format: 'wav', channels: 5, lufs: -18 });
});

beforeEach(async () => {
  file = await uploadFile(engineer, { projectId: own.project.id, fileType: 'master', fileName: 'Ember.wav' }, bytes);
  await drain(app.database);
});

const analysis = async () => (await client.get<FileView>(`/api/files/${file.id}`)).data.analysis;
const listen = async () => (await client.get<ListeningView>(`/api/files/${file.id}/listening`)).status;
/** As an earlier version of the engine has left it. */
const makeOld = () =>
  app.database.query(`UPDATE audio SET facts = jsonb_set(facts, '{engine}', '"earlier"') - 'played'
    FROM files WHERE audio.id = audio_id AND files.id = $1`, [file.id]); // prettier-ignore

it('says how loud a master is played', async () => {
  const { played, loudness, engine } = await analysis();
  expect(engine).toBe(AUDIO_ENGINE);
  expect(played!.loweredDb).toBe(0);
  expect(played!.mix).toHaveLength(2);
  expect(played!.integratedLufs).toBeGreaterThan(loudness!.integratedLufs! + 0.5);
});

it('makes the preview of an earlier version again when somebody listens, and plays it until then', async () => {
  await makeOld();
  expect(await analysis()).toMatchObject({ stale: true, state: 'done' });
  expect(await listen()).toBe(200);
  expect(await analysis()).toMatchObject({ stale: true, hasPreview: true });
  expect(await listen()).toBe(200);
  await drain(app.database);
  const now = await analysis();
  expect(now).toMatchObject({ stale: false, state: 'done', engine: AUDIO_ENGINE });
  expect(now.played!.mix).toHaveLength(2);
});
