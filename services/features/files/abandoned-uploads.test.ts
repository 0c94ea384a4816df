import { describe, expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { beginUpload, noiseWave } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { AbandonedUploadsWorker } from './abandoned-uploads.worker.js';
import { ProjectFile } from './file.entity.js';
import type { FileView } from './files.schema.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { app, worker, own, client } = useApp({ worker: true, project: {} });

const sweepIn = (ms: number) => worker.get(AbandonedUploadsWorker).sweep({ slot: new Date(Date.now() + ms) });
const list = async () => (await client.get<FileView[]>(`/api/files/project/${own.project.id}`)).data;
const rows = () => app.database.manager.findBy(ProjectFile, { projectId: own.project.id });

/** Starts an upload and sends `bytes` to the store, but does not complete it. */
async function leave(bytes: Uint8Array | null): Promise<string> {
  const body = { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav', sizeBytes: bytes?.length ?? 1000 };
  const { data } = await beginUpload(client, body);
  if (bytes) await fetch(data.uploadUrl, { method: 'PUT', headers: data.headers, body: new Uint8Array(bytes) });
  return data.fileId;
}

describe('an upload whose tab was closed', () => {
  it('is completed when its object has arrived, but not while its browser may still do it', async () => {
    const fileId = await leave(noiseWave());
    await sweepIn(MINUTE_MS);
    expect(await list()).toEqual([]);
    await sweepIn(3 * MINUTE_MS);
    await sweepIn(3 * MINUTE_MS);
    expect((await list()).map((file) => file.id)).toEqual([fileId]);
  });

  it('is deleted after a day when nothing arrived', async () => {
    await leave(null);
    await sweepIn(DAY_MS - MINUTE_MS);
    expect(await rows()).toHaveLength(1);
    await sweepIn(DAY_MS + MINUTE_MS);
    expect(await rows()).toEqual([]);
  });

  it('is deleted with its object when that is not audio', async () => {
    await leave(Buffer.from('no audio at all'));
    await sweepIn(3 * MINUTE_MS);
    expect(await rows()).toEqual([]);
    await drain(app.database);
    const left = [];
    for await (const { key } of app.platform.storage.list(`projects/${own.project.id}/`)) left.push(key);
    expect(left).toEqual([]);
  });
});
