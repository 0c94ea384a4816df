import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StorageError } from '../../platform/storage/storage.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { sha256 } from '../../testing/servers/stores.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { noiseWave, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { audioAnalysed, audioProbed, audioStored } from './audio.events.js';
import { ChecksumsWorker } from './checksums.worker.js';

const { app, worker, own, stage, client, engineer } = useApp({ worker: true, project: {} });

const PENDING_MOVES = `
  SELECT 1 FROM outbox WHERE event = 'files.objects-dropped' AND (relayed_at IS NULL OR NOT EXISTS (
    SELECT FROM processed_event WHERE event_id = outbox.id))`;

const NAMES = ['One.wav', 'Two.wav', 'Three.wav'];

const revision = async (): Promise<number> => {
  const [project] = await app.database.query<{ revision: number }>(
    'SELECT staging_revision AS revision FROM projects WHERE id = $1',
    [own.project.id],
  );
  return project!.revision;
};

async function registerAll() {
  const wave = await audioBytes({ format: 'wav', channels: 1, durationS: 0.5 });
  const sent = [];
  for (const [n, name] of NAMES.entries()) {
    sent.push(await stage.send(name, Buffer.concat([wave.subarray(0, -1), Buffer.from([n])])));
  }
  await stage.register(sent);
  return sent;
}

describe('headers of files that arrive together', () => {
  it('are stored in one step; one that cannot be read is retried separately', async () => {
    const { storage } = app.platform;
    const read = storage.withSparseFile.bind(storage);
    let fails = 1;
    const spy = jest.spyOn(storage, 'withSparseFile').mockImplementation((key, use) => {
      if (key.endsWith('Two.wav') && fails-- > 0) throw new StorageError('unavailable', 'not now');
      return read(key, use);
    });
    try {
      await registerAll();
      await drain(app.database);
      const files = await stage.files();
      expect(files.map(({ analysis }) => analysis.container)).toEqual(['wav', 'wav', 'wav']);
      const groups = await app.database.query<{ size: number }>(
        `SELECT jsonb_array_length(payload->'audioIds') AS size FROM outbox
         WHERE event = 'files.sounds-stored' AND payload->'audioIds' ?| ARRAY(
           SELECT audio_id::text FROM staging_files WHERE project_id = $1) ORDER BY id`,
        [own.project.id],
      );
      expect(groups).toEqual([{ size: 3 }, { size: 1 }]);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('a file that is deleted before its header is read', () => {
  it('leaves no job that fails for good', async () => {
    const { storage } = app.platform;
    const read = storage.withSparseFile.bind(storage);
    const deleted = Promise.withResolvers<void>();
    const spy = jest.spyOn(storage, 'withSparseFile').mockImplementation(async (key, use) => {
      if (key.endsWith('Gone.wav')) await deleted.promise;
      return read(key, use);
    });
    try {
      const upload = { projectId: own.project.id, fileType: 'upload', fileName: 'Gone.wav' };
      const { id } = await uploadFile(client, upload, noiseWave(400_000));
      await until('its header is being read', () => spy.mock.calls.some(([key]) => key.endsWith('Gone.wav')));
      expect((await engineer.delete(`/api/files/${id}`)).status).toBe(200);
      const moved = async () =>
        (await app.database.query(`SELECT 1 FROM trash WHERE object_key LIKE '%Gone.wav'`)).length > 0;
      await until('the object is in the trash', moved);
      await until('a worker has moved it', async () => (await app.database.query(PENDING_MOVES)).length === 0);
      deleted.resolve();
      await drain(app.database);
      expect(await app.database.query(`SELECT 1 FROM outbox WHERE failed <> '{}'`)).toEqual([]);
    } finally {
      deleted.resolve();
      spy.mockRestore();
    }
  });
});

describe('events of the previous version', () => {
  it('are still handled', async () => {
    await registerAll();
    await drain(app.database);
    const [audio] = await app.database.query<{ id: string }>(
      `UPDATE audio SET state = 'queued', probe = NULL, facts = NULL WHERE id = (
         SELECT audio_id FROM staging_files WHERE project_id = $1 LIMIT 1) RETURNING id`,
      [own.project.id],
    );
    const audioId = audio!.id;
    await app.database.transaction(async (tx) => tx.emit(audioStored, { audioId }));
    await until('both readings', async () => {
      const [done] = await app.database.query(
        `SELECT FROM audio WHERE id = $1 AND state = 'done' AND probe IS NOT NULL`,
        [audioId],
      );
      return done !== undefined;
    });
  });

  it.each([audioProbed, audioAnalysed])('$name triggers new suggestions for the project', async (event) => {
    await registerAll();
    await drain(app.database);
    const before = await revision();
    const [file] = await app.database.query<{ audioId: string }>(
      'SELECT audio_id AS "audioId" FROM staging_files WHERE project_id = $1 LIMIT 1',
      [own.project.id],
    );
    await app.database.transaction(async (tx) => tx.emit(event, file!));
    await drain(app.database);
    expect(await revision()).toBe(before + 1);
  });
});

describe('the checksum for archives', () => {
  let wave: Buffer;

  beforeAll(async () => {
    wave = await audioBytes({ format: 'wav', channels: 1, durationS: 0.5 });
  });

  const stored = async (id: string) => {
    const [audio] = await app.database.query<{ crc32: number | null; sha256: string | null }>(
      'SELECT crc32::float8 AS crc32, sha256 FROM audio WHERE id = $1',
      [id],
    );
    return audio!;
  };

  it('comes from the analysis', async () => {
    const { id } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    const { audioId } = await app.database.manager.findOneByOrFail(StagingFile, { id });
    expect(await stored(audioId!)).toEqual({ crc32: crc32(wave), sha256: sha256(wave) });
  });

  const sweep = () => worker.get(ChecksumsWorker).sweep({ slot: new Date() }, { signal: new AbortController().signal });

  it('of files that were analysed before is read once, and one that cannot be read holds up no other', async () => {
    const old = { state: 'done', sizeBytes: wave.length } as const;
    const gone = await build(app).audio(old);
    const present = await build(app).audio(old);
    const changed = await build(app).audio({ ...old, sha256: 'f'.repeat(64) });
    const unused = await build(app).audio(old);
    for (const { id: audioId } of [gone, present, changed]) await build(app).file({ audioId });
    for (const { objectKey } of [present, changed, unused]) {
      await app.platform.storage.put(objectKey, wave, { contentType: 'audio/wav' });
    }
    await sweep();
    expect(await stored(present.id)).toEqual({ crc32: crc32(wave), sha256: sha256(wave) });
    for (const { id } of [gone, changed, unused]) expect((await stored(id)).crc32).toBeNull();
    const get = jest.spyOn(app.platform.storage, 'get');
    await sweep();
    expect(get.mock.calls.flat()).not.toContain(present.objectKey);
    get.mockRestore();
  });
});
