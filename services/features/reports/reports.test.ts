import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import type { SlotType } from '../../platform/domain-words.js';
import { hostilePngs, pngAddress, redPng } from '../../platform/pictures/picture.testing.js';
import { build } from '../../testing/build.js';
import { pdfText } from '../../testing/pdf-text.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from '../files/file.entity.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';
import { Slot } from '../tracks/slot.entity.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });
const SHA = 'ab'.repeat(32);

const facts = {
  container: 'wav',
  codec: 'pcm_s24le',
  sampleRateHz: 96_000,
  channels: 2,
  bitsStored: 24,
  bitsEffective: 24,
  float: false,
  durationS: 191.9,
  complete: true,
  silent: false,
  loudness: { integratedLufs: -9.64, lraLu: 5.2, maxMomentaryLufs: -6.1, maxShortTermLufs: -7.3 },
  truePeakDbtp: -1.02,
  samplePeakDbfs: -1.1,
  clippedSamples: 0,
  clipRuns: 0,
  dcOffset: [0, 0],
  leadSilenceS: 0,
  tailSilenceS: 0,
  warnings: [],
  engine: 'test',
  sha256: SHA,
  sizeBytes: 52_428_800,
} as unknown as AnalysisFacts;

/** A master of a track in a slot, which points at it. */
async function release(
  trackId: string | null,
  slotType: SlotType | null,
  given: Partial<ProjectFile> = {},
  more: Partial<AnalysisFacts> | null = {},
): Promise<ProjectFile> {
  const known = more && { state: 'done' as const, sha256: SHA, facts: { ...facts, ...more } };
  const { id: audioId } = await build(app).audio({ sizeBytes: 52_428_800, ...known });
  const file = await build(app).file({ projectId: own.project.id, audioId, trackId, slotType, ...given });
  if (trackId && slotType) await app.database.manager.update(Slot, { trackId, slotType }, { fileId: file.id });
  return file;
}

async function report(caller = engineer) {
  const response = await caller.fetch(`/api/projects/${own.project.id}/report`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { headers: response.headers, bytes, ...(await pdfText(bytes)) };
}

describe('the report', () => {
  it('of an empty project says that it has no releases', async () => {
    const { headers, text, pages } = await report();
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain('filename="Night Songs report.pdf"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(pages).toBe(1);
    for (const part of ['Masteringreport', 'NightSongs', own.client.name, 'Nothinghasbeenreleasedyet.', 'Page1of1']) {
      expect(text).toContain(part);
    }
  });

  it('lists the agreed lines without their prices, and what is not released yet', async () => {
    await build(app).track({ projectId: own.project.id, title: 'Ember' });
    const lines = [
      { description: 'Mastering', quantity: 2, unitCents: 4_321, ordered: 'streaming_master' as const, trackIds: [] },
      { description: 'Editing', quantity: 1, unitCents: 1_234, ordered: null, trackIds: [] },
    ];
    await build(app).quote({ projectId: own.project.id, status: 'accepted', lines });
    const { text } = await report();
    expect(text).toContain('Ordered2×MasteringEditingNotreleasedyet:StreamingMasterof“Ember”');
    expect(text).toContain('StreamingMasterof1moretrack');
    expect(text).not.toMatch(/43\.21|12\.34|86\.42/);
  });

  it('contains each slot’s released version with its figures, checks and the client’s verdict', async () => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { brandName: 'Loft', timeZone: 'Europe/Berlin' });
    const { track } = await build(app).track({ projectId: own.project.id, title: 'Ember', isrc: 'DEA123456789' });
    const warnings = [{ code: 'dc_offset' as const, message: 'There is a DC offset of 0.3 %.' }];
    const master = await release(track.id, 'streaming_master', { originalName: 'Ember v2.wav' }, { warnings });
    await release(track.id, 'cd_master', { originalName: 'Ember CD.wav' }, { sampleRateHz: 48_000 });
    await engineer.post(`/api/comments`, { projectId: own.project.id, comment: 'Not in it' });
    await app.database.query(
      `INSERT INTO accepted_checks (audio_id, slot_type, code, user_id, created_at)
       VALUES ($1, 'streaming_master', 'dc_offset', $2, '2026-03-01T12:00:00Z')`,
      [master.audioId, own.engineer.id],
    );
    await client.put(`/api/files/${master.id}/approval`, { verdict: 'approved', note: 'Lovely <b>low end</b>' });
    const { text } = await report();
    for (const part of [
      'Loft',
      '1Ember',
      'ISRCDEA123456789',
      'StreamingMaster',
      'Emberv2.wav',
      'WAV,24bit,96kHz,stereo',
      '3:11',
      '50MB',
      '−9.6LUFS',
      '5.2LU',
      '−7.3LUFS',
      '−6.1LUFS',
      '−1.0dBTP',
      'ThereisaDCoffsetof0.3%.',
      `Expected:atmost0.1%·SeenandacceptedbyEngineer,Mar1,2026,1:00PMGMT+1`,
      'ApprovedbyClient,',
      '“Lovely<b>lowend</b>”',
      SHA,
      'CDMaster',
      'Expected:16bitat44.1kHz·Open',
      'Theclienthasnotapproveditorrequestedchangesyet.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Notinit');
  });

  it('lists replaced versions, finals without a track, empty slots and files that are not analysed', async () => {
    const { track } = await build(app).track({ projectId: own.project.id, title: 'Ember' });
    await build(app).track({ projectId: own.project.id, title: 'Waiting' });
    const first = await release(track.id, 'streaming_master', { originalName: 'Ember v1.wav' });
    await client.put(`/api/files/${first.id}/approval`, { verdict: 'changes_requested', note: 'Less' });
    await release(track.id, 'streaming_master', { originalName: 'Ember v2.wav', parentFileId: first.id });
    await release(null, null, { originalName: 'Album sampler.wav' }, null);
    await build(app).file({ projectId: own.project.id, fileType: 'upload', originalName: 'Mix.wav' });
    const { text } = await report();
    expect(text).toMatch(/Emberv2\.wav.*Replaced:Emberv1\.wav·.*ChangesrequestedbyClient,void/);
    expect(text).toMatch(/2Waiting.*StreamingMaster:nothinghasbeenreleasedyet\./);
    expect(text).toMatch(/Withoutatrack.*Albumsampler\.wav.*Theanalysisisstillrunning/);
    expect(text).not.toContain('Mix.wav');
  });

  it('supports long names, forty tracks and many scripts', async () => {
    const title = `${'Very long title '.repeat(12).trim()}`;
    await app.database.manager.update(Project, { id: own.project.id }, { title });
    for (let number = 1; number <= 40; number++) {
      const names = ['Ночь', 'Αθηνά', 'שיר', 'قصيدة', '夜の歌', title];
      const { track } = await build(app).track({ projectId: own.project.id, title: names[number % names.length]! });
      await release(track.id, 'streaming_master', { originalName: `${title}.wav` });
    }
    const { text, pages } = await report();
    expect(pages).toBeGreaterThan(8);
    expect(text).toContain(`Page${pages}of${pages}`);
    for (const part of ['Ночь', 'Αθηνά', '40']) expect(text).toContain(part);
  });

  it.each([
    ['is drawn', pngAddress(redPng(8, 8)), true],
    ['is left out where it breaks its reader', pngAddress(hostilePngs.damaged), false],
  ])('with a logo that %s', async (_what, brandLogo, isThere) => {
    await app.database.manager.update(Studio, { id: own.studio.id }, { brandLogo, brandColor: '#123456' });
    const { bytes, text } = await report();
    expect(bytes.includes('/Subtype /Image')).toBe(isThere);
    expect(text).toContain('Studio');
  });
});

describe('others', () => {
  let foreign: Awaited<ReturnType<ReturnType<typeof build>['project']>>;
  beforeEach(async () => {
    foreign = await build(app).project();
  });

  it('do not get it', async () => {
    const path = `/api/projects/${own.project.id}/report`;
    const statuses = [client, app.as(foreign.engineer), app.as(foreign.client), app.anonymous].map(
      async (caller) => (await caller.fetch(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 404, 404, 401]);
  });
});
