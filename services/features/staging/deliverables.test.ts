import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Entry, fromBufferPromise } from 'yauzl';
import { layOutZip } from '../../platform/zip/layout.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { sha256 } from '../../testing/servers/stores.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { StagingFileView } from './staging.schema.js';
import { stagingViolations } from './staging-invariants.testing.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: { title: 'Night Songs' } });

const pdf = Buffer.from('%PDF-1.7\nlyrics of the song');
const text = Buffer.from('Drive through the night\n');

function zip(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).map(([name, content]) => {
    const source = Buffer.from(content);
    return { name, sizeBytes: source.length, crc32: crc32(source), modifiedAt: new Date(0), source };
  });
  return Buffer.concat(layOutZip(entries).pieces.map(({ bytes, source }) => bytes ?? source));
}

const ddp = () => zip({ 'DDP/DDPID': 'DDP 2.00', 'DDP/IMAGE.DAT': 'samples' });

const shortOf = ({ deliverable, status }: StagingFileView) =>
  deliverable && [status, deliverable.kind, deliverable.title, deliverable.side].filter(Boolean).join(' ');

let trackId: string;
let wave: Buffer;

beforeEach(async () => {
  const created = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 1, title: 'Ember' });
  trackId = created.data.track.id;
  wave = await audioBytes({ format: 'wav', durationS: 1 });
});

const setDeliverable = (fileId: string, deliverable: object | null) =>
  engineer.put(`${stage.path}/files/${fileId}/deliverable`, { deliverable });

const read = (id: string) => until('the file is read', async () => (await stage.file(id)).analysis.state === 'done');

describe('a file that is delivered besides the masters', () => {
  it('is recognised by its content, is not suggested for a slot, and gets its checksums', async () => {
    const lyrics = await stage.drop('01 Ember lyrics.pdf', pdf);
    const plant = await stage.drop('NL001.zip', ddp());
    const notes = await stage.drop('Session notes.txt', text);
    const picture = await stage.drop('Cover_final.jpg', Buffer.from('\xff\xd8\xff\xe0', 'latin1'));
    expect([lyrics, plant, notes, picture].map(shortOf)).toEqual([
      'assigned lyrics',
      'assigned ddp NL001',
      'assigned session_notes Session notes',
      'assigned artwork Cover',
    ]);
    expect(lyrics.deliverable!.trackId).toBe(trackId);
    await drain(app.database);
    for (const { id } of [lyrics, plant, notes, picture]) await read(id);
    const rows = await app.database.query<{ sha256: string; crc32: string }>(
      `SELECT a.sha256, a.crc32 FROM staging_files f JOIN audio a ON a.id = f.audio_id WHERE f.id = $1`,
      [lyrics.id],
    );
    expect(rows).toEqual([{ sha256: sha256(pdf), crc32: String(crc32(pdf)) }]);
    expect((await stage.files()).flatMap(({ assignmentSuggestions }) => assignmentSuggestions)).toEqual([]);
    expect(await stagingViolations(app, own.project.id)).toEqual([]);
  });

  it('is made of a master and becomes one again; a document cannot', async () => {
    const file = await stage.drop('01 Ember.wav', wave);
    await stage.assign(file.id, trackId);
    const changed = await setDeliverable(file.id, { kind: 'vinyl_side', side: 'A' });
    expect(shortOf(changed.data.stagingFile)).toBe('assigned vinyl_side A');
    const slots = async () => (await engineer.get(`/api/tracks/projects/${own.project.id}`)).data.tracks[0].slots;
    expect((await slots()).every((slot: { stagingFileId: unknown }) => slot.stagingFileId === null)).toBe(true);
    expect(await stagingViolations(app, own.project.id)).toEqual([]);
    expect((await stage.assign(file.id, trackId)).status).toBe(200);
    expect(await stage.file(file.id)).toMatchObject({ deliverable: null, assignment: { trackNumber: 1 } });
    await setDeliverable(file.id, { kind: 'other', title: 'Long version' });
    expect((await setDeliverable(file.id, null)).data.stagingFile).toMatchObject({
      deliverable: null,
      status: 'pending',
    });
    await drain(app.database);
    expect((await stage.file(file.id)).assignmentSuggestions).not.toEqual([]);
    const document = await stage.drop('notes.txt', text);
    expect(await setDeliverable(document.id, null)).toMatchObject({ status: 422, code: 'not_audio' });
    expect(await stage.assign(document.id, trackId)).toMatchObject({ status: 422, code: 'not_audio' });
    expect(await stagingViolations(app, own.project.id)).toEqual([]);
  });

  it('is measured as a master when it is put straight into a slot', async () => {
    const chna = Buffer.from('chna\x04\0\0\0\0\0\0\0', 'latin1');
    const { id, deliverable } = await stage.drop('01 Ember.wav', Buffer.concat([wave, chna]));
    expect(deliverable!.kind).toBe('atmos');
    await drain(app.database);
    await read(id);
    expect((await stage.file(id)).analysis.hasPeaks).toBe(false);
    await stage.assign(id, trackId);
    await drain(app.database);
    await read(id);
    expect((await stage.file(id)).analysis.hasPeaks).toBe(true);
  });

  it('has a valid kind: no side for lyrics, no track for a DDP, no track of another project', async () => {
    const { id } = await stage.drop('notes.txt', text);
    const other = await build(app).project();
    const foreign = await app.as(other.engineer).post(`/api/tracks/projects/${other.project.id}`, {
      trackNumber: 1,
      title: 'Else',
    });
    const answers = await Promise.all([
      setDeliverable(id, { kind: 'lyrics', side: 'A' }),
      setDeliverable(id, { kind: 'ddp', trackId }),
      setDeliverable(id, { kind: 'vinyl_side', side: 'Z' }),
      setDeliverable(id, { kind: 'lyrics', trackId: foreign.data.track.id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404]);
  });

  describe('and has errors', () => {
    const WHY = 'The plant asked for it.';
    const refusal = { status: 409, code: 'errors_need_reason' };

    it('is only released with a reason, which stays with it', async () => {
      const plant = await stage.drop('NL001.zip', ddp());
      await drain(app.database);
      const lyrics = await stage.drop('Ember lyrics.pdf', pdf);
      const { checks } = (await engineer.get(`${stage.path}/deliverable-checks`)).data;
      const found = checks[0].findings.filter(({ severity }: { severity: string }) => severity === 'error');
      expect(found.length).toBeGreaterThan(1);
      const errors: string[] = found.map(({ text }: { text: string }) => text);
      expect((await engineer.get(`${stage.path}/review`)).data.warnings).toEqual([
        `Checks found ${errors.length} errors in NL001.zip. Its release needs a reason.`,
      ]);
      const details = { errors: errors.map((text) => `NL001.zip: ${text}`) };
      expect(await stage.release([lyrics.id, plant.id])).toMatchObject({ ...refusal, details });
      for (const empty of [' ', '\u200b']) expect(await stage.release([plant.id], empty)).toMatchObject(refusal);
      expect((await stage.files()).map(({ status }) => status)).toEqual(['assigned', 'assigned']);
      const { data } = await stage.release([lyrics.id, plant.id], WHY);
      const known = Object.fromEntries(data.files.map((file: any) => [file.originalName, file.knownErrors]));
      expect(known).toEqual({ 'Ember lyrics.pdf': null, 'NL001.zip': { errors, reason: WHY } });
      const news: { message: string }[] = (await engineer.get(`/api/projects/${own.project.id}/activity`)).data;
      expect(news.map(({ message }) => message)).toContain(`Released 2 files, with known errors: ${WHY}`);
      const page = await (await engineer.fetch(`/d/${own.project.id}`)).text();
      for (const text of [...errors, `Its reason: ${WHY}`, 'NL001.zip: with known errors']) {
        expect(page).toContain(text);
      }
      expect(page).toMatch(/DDP<\/a>\s*<span>[^<]+<\/span>\s*<strong>\(with known errors\)/);
    });

    it('needs one as well while the checks are not done', async () => {
      const plant = await stage.drop('NL001.zip', ddp());
      await drain(app.database);
      await app.database.query(`UPDATE ddp_reports SET state = 'reading'`);
      const unchecked = { errors: ['NL001.zip: It has not been checked yet.'] };
      expect(await stage.release([plant.id])).toMatchObject({ ...refusal, details: unchecked });
      const { warnings } = (await engineer.get(`${stage.path}/review`)).data;
      expect(warnings).toEqual(['NL001.zip: It has not been checked yet. Its release needs a reason.']);
    });
  });

  it('is released without masters, locked until the payment, and in the ZIP in a folder of its kind', async () => {
    const lyrics = await stage.drop('Ember lyrics.pdf', pdf);
    const plant = await stage.drop('NL001.zip', ddp());
    await drain(app.database);
    const { data } = await stage.release([lyrics.id, plant.id], 'It is a stand-in.');
    expect(data.releasedTracks).toBe(0);
    expect(data.files.map((file: any) => [file.fileType, file.slotType, file.deliverable.kind]).sort()).toEqual([
      ['variation', null, 'ddp'],
      ['variation', null, 'lyrics'],
    ]);
    await drain(app.database);
    const [news] = (await client.get('/api/notifications')).data;
    expect(news).toMatchObject({ type: 'masters_available', message: '2 new files are available in “Night Songs”' });
    const address = `/api/files/project/${own.project.id}/archive/finals`;
    expect((await client.get(address)).status).toBe(402);
    expect((await client.get(`/api/files/download/${data.files[0].id}`)).status).toBe(402);
    const list = (await client.get(`/api/files/project/${own.project.id}`)).data;
    expect(list.map((file: any) => [file.can.download, file.can.approve])).toEqual([
      [false, false],
      [false, false],
    ]);
    await app.database.query(`UPDATE projects SET status = 'paid' WHERE id = $1`, [own.project.id]);
    const archive = await fromBufferPromise(Buffer.from(await (await client.fetch(address)).arrayBuffer()));
    const found: Record<string, Buffer> = {};
    for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
      found[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry));
    }
    expect(Object.keys(found).sort()).toEqual([
      'DDP/NL001.zip',
      'Lyrics/Ember lyrics.pdf',
      'manifest.csv',
      'manifest.json',
    ]);
    expect(found['DDP/NL001.zip']!.equals(ddp())).toBe(true);
    expect(found['manifest.csv']!.toString()).toContain('DDP: NL001');
    const status = async () => (await engineer.get(`/api/projects/${own.project.id}`)).data.status;
    await until('the project is delivered', async () => (await status()) === 'delivered');
  });

  it('replaces the released one that is the same thing, and no other', async () => {
    const release = async (name: string, bytes: Buffer) => {
      const { id } = await stage.drop(name, bytes);
      await read(id);
      return (await stage.release([id], 'It is a stand-in.')).data.files[0];
    };
    const first = await release('NL001_v1.zip', ddp());
    const other = await release('NL002.zip', ddp());
    const second = await release('NL001_v2.zip', ddp());
    expect([first.fileType, other.fileType, second.fileType]).toEqual(['variation', 'variation', 'revision']);
    expect(second.parentFileId).toBe(first.id);
  });

  it('loses its track when that is deleted, and is restored as what it was', async () => {
    const lyrics = await stage.drop('Ember lyrics.pdf', pdf);
    await drain(app.database);
    await stage.remove(lyrics.id);
    await drain(app.database);
    const [item] = (await engineer.get('/api/trash')).data;
    await engineer.post(`/api/trash/${item.id}/restore`);
    const [back] = await stage.files();
    expect(back).toMatchObject({ status: 'assigned', deliverable: { kind: 'lyrics', trackId } });
    await engineer.delete(`/api/tracks/${trackId}`);
    expect((await stage.files())[0]!.deliverable).toMatchObject({ kind: 'lyrics', trackId: null });
  });

  it('is not released twice, and not when it was deleted in the meantime', async () => {
    const one = await stage.drop('notes.txt', text);
    await drain(app.database);
    const [deleted, released] = await Promise.all([stage.remove(one.id), stage.release([one.id])]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(released.status);
    await drain(app.database);
    expect(await stagingViolations(app, own.project.id)).toEqual([]);
  });
});

describe('a bad file', () => {
  const refusalOf = async (name: string, bytes: Buffer) => {
    const { details, status } = await stage.register([await stage.send(name, bytes)]);
    return status === 422 ? (details as any).rejected[0].message : status;
  };

  it('is refused with a sentence: a page named .jpg, a bomb, a path that leads out, no archive', async () => {
    expect(await refusalOf('cover.jpg', Buffer.from('<html><script>alert(1)</script>'))).toBe(
      'cover.jpg does not contain what its name promises',
    );
    expect(await refusalOf('a.zip', zip({ '../DDPID': 'x' }))).toBe('a.zip: ../DDPID leads out of the archive.');
    expect(await refusalOf('b.zip', Buffer.from('PK\x03\x04 and no more'))).toBe(
      'b.zip: It is not a complete ZIP archive.',
    );
    expect(await refusalOf('c.zip', bomb())).toBe('c.zip: Unpacked it would be more than 200 times as large as it is.');
    expect(await refusalOf('d.docx', zip({ 'a.txt': 'text' }))).toBe('d.docx does not contain what its name promises');
    expect(await stage.files()).toEqual([]);
    await drain(app.database);
    expect(await stagingViolations(app, own.project.id)).toEqual([]);
  });

  it('is refused before it is sent: empty, too large, of another kind, or sent by the client', async () => {
    const ask = async (originalName: string, sizeBytes: number, who = engineer) => {
      const answer = await who.post(`${stage.path}/upload-urls`, { files: [{ originalName, sizeBytes }] });
      return answer.status === 200 ? (answer.data.uploads[0].error ?? 'allowed') : answer.status;
    };
    expect(await ask('lyrics.pdf', 0)).toBe('lyrics.pdf is empty');
    expect(await ask('cover.tif', 5 * 2 ** 30)).toBe('cover.tif is larger than 100 MB');
    expect(await ask('NL001_DDP.zip', 700 * 2 ** 20)).toBe('allowed');
    expect(await ask('NL001_SideA.wav', 700 * 2 ** 20)).toBe('allowed');
    expect(await ask('01 Ember.wav', 700 * 2 ** 20)).toBe('01 Ember.wav is larger than 100 MB');
    expect(await ask('page.html', 10)).toContain('can be staged');
    expect(await ask('lyrics.pdf', 10, client)).toBe(403);
  });
});

/** Two million zeros in two kilobytes. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(2 << 20));
  const stored = zip({ a: 'x'.repeat(packed.length) });
  const at = stored.indexOf('x');
  packed.copy(stored, at);
  const directory = stored.indexOf('PK\x01\x02');
  for (const [header, shift] of [
    [0, 0],
    [directory, 2],
  ] as const) {
    stored.writeUInt16LE(8, header + 8 + shift);
    stored.writeUInt32LE(2 << 20, header + 22 + shift);
  }
  return stored;
}
