import { expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import { ChecksumsWorker } from '../audio/checksums.worker.js';
import type { FileView } from '../files/files.schema.js';
import type { TaggedProof } from '../metadata/metadata.schema.js';
import type { TrackEntry } from '../tracks/tracks.schema.js';
import type { Identity } from './identify.schema.js';

const { app, worker, own, engineer, stage } = useApp({ worker: true, project: {} });

const audio = (objectKey: string) => app.database.manager.findOneByOrFail(Audio, { objectKey });

it('recognises tagged copies by the samples that the analysis has read, or the sweep for older files', async () => {
  const projectId = own.project.id;
  const { data: made } = await engineer.post<TrackEntry>(`/api/tracks/projects/${projectId}`, {
    trackNumber: 1,
    title: 'Ember',
  });
  const slots = { wav: 'streaming_master', mp3: 'clean_master' } as const;
  for (const format of ['wav', 'mp3'] as const) {
    const { id, r2Key } = await stage.drop(`Ember.${format}`, await audioBytes({ format, durationS: 4 }));
    await drain(app.database);
    const base = `/api/staging/projects/${projectId}`;
    await engineer.post(`${base}/files/${id}/assign`, { trackId: made.track.id, slotType: slots[format] });
    expect((await engineer.post(`${base}/release`, { stagingFileIds: [id] })).status).toBe(200);
    await drain(app.database);
    const { data: files } = await engineer.get<FileView[]>(`/api/files/project/${projectId}`);
    const file = files.find(({ slotType }) => slotType === slots[format])!;
    const { data: proof } = await engineer.get<TaggedProof>(`/api/files/${file.id}/tagged/proof`);
    const { id: audioId, samplesSha256 } = await audio(r2Key);
    expect([format, samplesSha256]).toEqual([format, proof.taggedSamplesSha256]);
    const copy = { sha256: proof.sha256, samplesSha256: proof.taggedSamplesSha256 };
    const { data } = await engineer.post<Identity>(`/api/identify/projects/${projectId}`, copy);
    expect(data).toMatchObject({ match: 'samples', fileId: file.id });
    await app.database.query('UPDATE audio SET samples_sha256 = NULL, crc32 = NULL WHERE id = $1', [audioId]);
    await worker.get(ChecksumsWorker).sweep({ slot: new Date() }, { signal: new AbortController().signal });
    expect((await audio(r2Key)).samplesSha256).toBe(proof.taggedSamplesSha256);
  }
});
