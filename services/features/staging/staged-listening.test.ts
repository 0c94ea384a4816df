import { expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { ListeningView } from '../files/files.schema.js';

const { app, engineer, client, stage } = useApp({ worker: true, project: {} });

it('plays a staged file to its engineer only, once it has a preview', async () => {
  const bytes = await audioBytes({ format: 'wav' });
  const { id } = await stage.drop('Ember.wav', bytes);
  const listen = (caller = engineer) => caller.get<ListeningView>(`${stage.path}/files/${id}/listening`);
  expect((await listen()).status).toBe(404);
  await drain(app.database);
  const { data } = await listen();
  expect(data.preview).toMatchObject({ contentType: 'audio/mpeg' });
  expect(data.lossless).toBeNull();
  const original = await fetch(data.original!.url);
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await listen(client)).status).toBe(403);
});
