import { expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { beginUpload, noiseWave } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';

const { app, own, client, engineer, stage } = useApp({ worker: true, project: {} });

const put = (url: string, headers: Record<string, string>, bytes: Buffer) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });

it('a signed upload URL stops working when its file is deleted', async () => {
  const bytes = noiseWave(10_000);
  const file = { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav', sizeBytes: bytes.length };
  const { fileId, uploadUrl, headers } = (await beginUpload(client, file)).data;
  expect((await put(uploadUrl, headers, bytes)).status).toBe(200);
  expect((await client.post(`/api/files/${fileId}/complete`)).status).toBe(200);
  expect((await put(uploadUrl, headers, bytes)).status).toBe(200);
  expect((await client.delete(`/api/files/${fileId}`)).status).toBe(200);
  await drain(app.database);
  const again = await put(uploadUrl, headers, bytes);
  expect([again.status, await again.json()]).toEqual([403, expect.objectContaining({ code: 'expired' })]);
});

it('a signed upload URL stops working when its upload is cancelled', async () => {
  const [upload] = await stage.begin([{ originalName: 'Ember.wav', sizeBytes: 10_000 }]);
  await engineer.post(`${stage.path}/cancel-uploads`, { r2Keys: [upload!.r2Key] });
  expect((await put(upload!.uploadUrl, upload!.headers, noiseWave(10_000))).status).toBe(403);
});
