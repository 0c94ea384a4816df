import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { audioBytes, Stage } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { noiseWave } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { HeaderHint } from '../staged-files/header.schema.js';
import type { StagingFileView } from '../staging/staging.schema.js';

const { app, own, stage, engineer, client } = useApp({ worker: true, project: {} });

const header: HeaderHint = {
  container: 'wav',
  sampleRateHz: 48000,
  channels: 2,
  bitsStored: 24,
  float: false,
  durationS: 1.5,
  tags: { title: null, artist: null, album: null, trackNumber: null, isrc: null },
};
const wave = { format: 'wav', bits: 24, sampleRateHz: 48000 } as const;

const list = async (): Promise<{ stagingFiles: StagingFileView[]; incoming: StagingFileView[] }> =>
  (await engineer.get(stage.path)).data;
const announce = (originalName: string, sizeBytes: number, more: object = { header }) =>
  engineer.post(`${stage.path}/upload-urls`, { files: [{ originalName, sizeBytes, ...more }] });

/** A file that was announced, with what sends and registers it. */
async function drop(originalName: string, bytes: Uint8Array, more?: object) {
  const [permission] = (await announce(originalName, bytes.length, more)).data.uploads;
  const incoming = (await list()).incoming.find(({ r2Key }) => r2Key === permission.r2Key)!;
  const arrive = async () => {
    await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body: new Uint8Array(bytes) });
    return stage.register([{ ...permission, sizeBytes: bytes.length }]);
  };
  return { ...incoming, arrive };
}

async function seen(which: 'incoming' | 'stagingFiles', id: string, as: (file: StagingFileView) => boolean) {
  let found: StagingFileView | undefined;
  await until(`${id} in ${which}`, async () => {
    found = (await list())[which].find((file) => file.id === id && as(file));
    return found !== undefined;
  });
  return found!;
}
const suggested = (id: string) => seen('incoming', id, (file) => file.assignmentSuggestions.length > 0);
const settled = (id: string) =>
  seen('stagingFiles', id, ({ status, analysis }) => status !== 'incoming' && analysis.container !== null);
const addTrack = async () =>
  (await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' })).track;

describe('a file that was announced', () => {
  it('gets a suggestion before any of its bytes arrive', async () => {
    const track = await addTrack();
    const { id } = await drop('xyz.wav', new Uint8Array(1000), {
      header: { ...header, tags: { ...header.tags, title: 'Ember', trackNumber: 1 } },
    });
    const file = await suggested(id);
    expect(file).toMatchObject({
      status: 'incoming',
      assignment: null,
      assignmentSuggestions: [{ trackId: track.id, slotType: 'streaming_master' }],
      analysis: { state: 'queued', container: 'wav', sampleRateHz: 48000, durationS: 1.5, tags: { title: 'Ember' } },
    });
    expect((await list()).stagingFiles).toEqual([]);
  });

  it('has the extension of what it is, whatever name it is announced and registered under', async () => {
    const [bytes, named] = [noiseWave(), 'Ember.wav.hta.wav'];
    const announced = await announce('Ember.wav.hta', bytes.length, { contentType: 'audio/wav' });
    const [permission] = announced.data.uploads;
    expect(announced.data.incoming).toMatchObject([{ originalName: named, fileName: named }]);
    await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body: new Uint8Array(bytes) });
    const sent = { ...permission, sizeBytes: bytes.length, originalName: 'Ember.bat', fileName: 'Ember.bat' };
    const { data } = await stage.register([sent]);
    expect(data.stagingFiles).toMatchObject([{ originalName: named, fileName: named }]);
  });

  it('keeps its id and slot when it arrives and its own header agrees', async () => {
    const track = await addTrack();
    const { id, arrive } = await drop('01 Ember.wav', await audioBytes(wave));
    const accepted = await stage.assign(id, track.id);
    expect(accepted.data.stagingFile).toMatchObject({ id, status: 'incoming', assignment: { trackId: track.id } });
    expect(accepted.data.slot.stagingFileId).toBeNull();
    await arrive();
    expect(await settled(id)).toMatchObject({
      status: 'assigned',
      contradiction: null,
      assignment: { trackId: track.id, slotType: 'streaming_master' },
    });
  });

  it('is not assigned when another file arrives, and says how it differs', async () => {
    const track = await addTrack();
    const { id, arrive } = await drop('01 Ember.wav', await audioBytes({ ...wave, bits: 16, sampleRateHz: 44100 }));
    await stage.assign(id, track.id);
    await arrive();
    expect(await settled(id)).toMatchObject({
      status: 'pending',
      assignment: null,
      contradiction: 'When it was dropped its header said 48 kHz, 24 bit; what has arrived says 44.1 kHz, 16 bit',
      analysis: { sampleRateHz: 44100 },
    });
    await stage.assign(id, track.id);
    expect(await stage.file(id)).toMatchObject({ status: 'assigned', contradiction: null });
  });

  it('gives its slot up to a file placed there, and when it is removed or cancelled', async () => {
    const track = await addTrack();
    const one = await drop('01 Ember.wav', new Uint8Array(1000));
    const other = await drop('01 Ember v2.wav', new Uint8Array(1001));
    await stage.assign(one.id, track.id);
    expect(await stage.assign(other.id, track.id, 'streaming_master', true)).toMatchObject({ code: 'slot_filled' });
    await stage.assign(other.id, track.id);
    const places = async () => (await list()).incoming.map(({ assignment }) => assignment?.slotType ?? null);
    expect(await places()).toEqual([null, 'streaming_master']);
    const { data } = await stage.assignMany([
      { fileId: one.id, trackId: track.id, slotType: 'streaming_master' },
      { fileId: other.id, trackId: track.id, slotType: 'vinyl_master' },
      { fileId: one.id, trackId: null, slotType: null },
    ]);
    expect(data.stagingFiles.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    expect(await places()).toEqual([null, 'vinyl_master']);
    await engineer.post(`${stage.path}/cancel-uploads`, { r2Keys: [other.r2Key] });
    expect(await stage.assign(one.id, track.id, 'vinyl_master', true)).toMatchObject({ status: 200 });
    const staged = await stage.drop('vinyl.wav', await audioBytes(wave));
    await stage.assign(staged.id, track.id, 'vinyl_master');
    expect(await places()).toEqual([null]);
  });

  it('gets a proposal for its track', async () => {
    await drop('03 Low Tide.wav', new Uint8Array(1000));
    const { data } = await engineer.get(`${stage.path}/track-proposals`);
    expect(data.tracks).toMatchObject([{ trackNumber: 3, title: 'Low Tide' }]);
  });

  it('is hidden from everyone else', async () => {
    const { id } = await drop('01 Ember.wav', new Uint8Array(1000));
    const track = await addTrack();
    expect((await client.get(stage.path)).status).toBe(403);
    const other = await build(app).project();
    const elsewhere = new Stage(app.as(other.engineer), other.project.id);
    expect((await elsewhere.assign(id, track.id)).status).toBe(404);
    expect((await elsewhere.unassign(id)).status).toBe(404);
    expect((await list()).incoming).toMatchObject([{ id, assignment: null }]);
  });

  it.each([
    ['a rate of nothing', { sampleRateHz: 0 }],
    ['a length without end', { durationS: 1e12 }],
    ['a title as long as a book', { tags: { ...header.tags, title: 'x'.repeat(301) } }],
    ['a title with a NUL', { tags: { ...header.tags, title: 'a\0b' } }],
    ['a container nobody knows', { container: 'exe' }],
    ['a track number below zero', { tags: { ...header.tags, trackNumber: -1 } }],
  ])('is refused when its header claims %s', async (_, claims) => {
    expect((await announce('01 Ember.wav', 1000, { header: { ...header, ...claims } })).status).toBe(400);
    expect((await list()).incoming).toEqual([]);
  });
});
