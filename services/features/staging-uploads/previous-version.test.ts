import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { OneStagedRow1795441000000 } from '../../platform/database/migrations/1795441000000-one-staged-row.js';
import { build } from '../../testing/build.js';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { StagingFileView } from '../staging/staging.schema.js';

const { app, own, stage, engineer } = useApp({ project: {} });

const wave = await audioBytes({ format: 'wav', bits: 24, sampleRateHz: 48000 });
const incoming = async (): Promise<StagingFileView[]> => (await engineer.get(stage.path)).data.incoming;
const allow = async (originalName: string) =>
  (await engineer.post(`${stage.path}/upload-urls`, { files: [{ originalName, sizeBytes: wave.length }] })).data
    .uploads[0] as { r2Key: string; uploadUrl: string; headers: Record<string, string>; fileName: string };

/** Permits an upload with the statement of the previous version. */
async function announceAsBefore(originalName: string): Promise<string> {
  const objectKey = `projects/${own.project.id}/staging/${randomUUID()}/${originalName}`;
  await app.database.query(
    `INSERT INTO "upload_intents"("object_key", "id", "project_id", "user_id", "file_name", "original_name", "folder",
       "size_bytes", "content_type", "last_modified", "upload", "header", "suggestions", "verdict", "guessed_slot",
       "words", "question", "planned_slot_id", "created_at")
     VALUES ($1, DEFAULT, $2, $3, $4, $4, NULL, $5, 'audio/wav', DEFAULT, NULL, DEFAULT, '[]', DEFAULT, DEFAULT, '[]',
       NULL, DEFAULT, DEFAULT) RETURNING "id", "created_at"`,
    [objectKey, own.project.id, own.engineer.id, originalName, wave.length],
  );
  return objectKey;
}

it('registers a file that a process of the previous version has announced', async () => {
  const r2Key = await announceAsBefore('Ember.wav');
  const [announced] = await incoming();
  expect(announced).toMatchObject({ originalName: 'Ember.wav', status: 'incoming', sizeBytes: wave.length });
  await app.platform.storage.put(r2Key, wave, { contentType: 'audio/wav' });
  const staged = await stage.register([
    { fileName: 'Ember.wav', originalName: 'Ember.wav', r2Key, sizeBytes: wave.length },
  ]);
  expect(staged.data.stagingFiles).toMatchObject([{ id: announced!.id, status: 'pending', r2Key }]);
  expect(await incoming()).toEqual([]);
});

it('announces files that a process of the previous version plans, resumes and registers', async () => {
  const { track } = await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' });
  const [slot] = await app.database.query<{ id: string }>('SELECT id FROM slots WHERE track_id = $1 LIMIT 1', [
    track.id,
  ]);
  const { r2Key } = await allow('Ember.wav');
  const upload = JSON.stringify({ key: r2Key, uploadId: 'one' });
  await app.database.query('UPDATE upload_intents SET upload = $2 WHERE object_key = $1 AND upload IS NULL', [
    r2Key,
    upload,
  ]);
  await app.database.query('UPDATE "upload_intents" SET "planned_slot_id" = $1 WHERE ("object_key" = $2)', [
    slot!.id,
    r2Key,
  ]);
  const [planned] = await incoming();
  expect(planned).toMatchObject({ r2Key, assignment: { trackId: track.id } });
  await app.database.transaction(async (tx) => {
    const [taken] = await tx.query<{ id: string; upload: object }>(
      'DELETE FROM upload_intents WHERE object_key = ANY($1) RETURNING id, upload, planned_slot_id',
      [[r2Key]],
    );
    expect(taken).toEqual({ id: planned!.id, upload: { key: r2Key, uploadId: 'one' }, planned_slot_id: slot!.id });
    const audio = await build(app).audio({ objectKey: r2Key });
    await tx.query(
      `INSERT INTO staging_files (id, project_id, audio_id, file_name, original_name, planned_slot_id, uploaded_by)
       VALUES ($1, $2, $3, 'Ember.wav', 'Ember.wav', $4, $5)`,
      [taken!.id, own.project.id, audio.id, slot!.id, own.engineer.id],
    );
  });
  expect(await incoming()).toEqual([]);
  expect(await stage.files()).toMatchObject([{ id: planned!.id, assignment: { trackId: track.id } }]);
});

it('keeps uploads that were announced before the upgrade', async () => {
  const { r2Key } = await allow('Ember.wav');
  const [before] = await incoming();
  await app.database.transaction(async (tx) => {
    const migration = new OneStagedRow1795441000000();
    await migration.down(tx.manager.queryRunner!);
    expect(await tx.query('SELECT id, object_key FROM upload_intents')).toEqual([
      { id: before!.id, object_key: r2Key },
    ]);
    expect(await tx.query('SELECT id FROM staging_files WHERE audio_id IS NULL')).toEqual([]);
    await migration.up(tx.manager.queryRunner!);
  });
  expect(await incoming()).toEqual([before]);
});
