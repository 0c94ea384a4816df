import { describe, expect, it, jest } from '@jest/globals';
import { StorageError } from '../../platform/storage/storage.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { noiseWave, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { audioAnalysed, audioProbed, audioStored } from './audio.events.js';

const { app, own, stage, client, engineer } = useApp({ worker: true, project: {} });

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
  it('are stored in one step; one that cannot be read is retried on its own', async () => {
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
