import { describe, expect, it } from '@jest/globals';
import { admFile } from '../../testing/audio/adm.js';
import { drain } from '../../testing/events/drain.js';
import { silence, songs, textsOf, useDeliverables } from './checks.testing.js';

const { app, own, engineer, client, stage, findings, side, arrange, addMasters } = useDeliverables();

it('finds the tracks on an uploaded side when their masters come later, and compares order and gaps', async () => {
  const id = await side(Buffer.concat([songs[1]!, silence(4), songs[0]!]));
  expect(textsOf(await findings(id))).toContain(
    'Its tracks were not looked for: no track has an analysed master of at least 7 s yet.',
  );
  await addMasters();
  const unarranged = textsOf(await findings(id));
  expect(unarranged).toContain('The album has no side A yet, so that order and gaps were not compared.');
  await arrange();
  const check = await findings(id);
  expect(textsOf(check)).toEqual(['Not found on it: Coal.', 'In another order than the album: Ash, Ember.']);
  expect(check?.tracks.map(({ title, startS }) => [title, Math.round(startS)])).toEqual([
    ['Ash', 0],
    ['Ember', 14],
  ]);
  const straight = await side(Buffer.concat([songs[0]!, silence(4), songs[1]!, silence(2), songs[2]!]), 'other.wav');
  expect(textsOf(await findings(straight))).toEqual(['The gap before Ash is 4.0 s; the album has 2.0 s.']);
});

it('lists uploaded sides with cue sheets, staged ones for the engineer alone', async () => {
  await addMasters();
  await arrange();
  const id = await side(Buffer.concat([songs[0]!, silence(2), songs[1]!, silence(2), songs[2]!]), 'NL001_SideA.wav');
  await drain(app.database);
  const path = `/api/projects/${own.project.id}/sides`;
  const [staged] = (await engineer.get(path)).data.uploaded;
  expect(staged).toMatchObject({ fileId: id, isStaged: true, side: 'A', fileName: 'NL001_SideA.wav', findings: [] });
  expect((await client.get(path)).data.uploaded).toEqual([]);
  expect((await client.get(`${path}/uploaded/${id}/cue`)).status).toBe(409);
  const { data } = await stage.release([id]);
  const [released] = (await client.get(path)).data.uploaded;
  expect(released).toMatchObject({ fileId: data.files[0].id, isStaged: false, tracks: staged.tracks });
  const sheet = await client.fetch(`${path}/uploaded/${released.fileId}/cue`);
  expect(sheet.headers.get('content-disposition')).toContain('NL001_SideA cue sheet.txt');
  const lines = (await sheet.text()).split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['Night Songs, side A', 'NL001_SideA.wav', '12″ at 33⅓, total 00:34.00']);
  expect(lines.filter((line) => /^A\d: /.test(line)).map((line) => line.replaceAll(/\.\d\d/g, ''))).toEqual([
    'A1: 00:00 - 00:10  Ember',
    expect.stringMatching(/^A2: 00:1[12] - 00:2[12] {2}Ash$/),
    expect.stringMatching(/^A3: 00:2[34] - 00:3[34] {2}Coal$/),
  ]);
});

describe('a Dolby Atmos master', () => {
  const atmos = (content: Buffer) => stage.drop('Ember_ATMOS.wav', content);

  it('is checked, and its loudness is labelled as that of the bed', async () => {
    const file = await atmos(admFile({ seconds: 2, bed: 10, objects: 0 }));
    expect(file.deliverable?.kind).toBe('atmos');
    const check = await findings(file.id);
    expect(check?.facts).toBe('24/48 · 10 channels: 10 of the bed, 0 objects');
    const texts = textsOf(check);
    expect(texts).toContain('It has no objects, only a bed.');
    expect(texts.some((text) => text.includes('its bed (10 channels, without objects)'))).toBe(true);
  });

  it('keeps its checks when it is released', async () => {
    await addMasters();
    const file = await atmos(admFile({ seconds: 11, bed: 6, objects: 2 }));
    const before = await findings(file.id);
    expect(before).toMatchObject({ isStaged: true });
    const { data } = await stage.release([file.id]);
    const after = await findings(data.files[0].id);
    expect(after).toEqual({ ...before, fileId: data.files[0].id, isStaged: false });
  });
});

it('is only for the engineer', async () => {
  expect((await client.get(`${stage.path}/deliverable-checks`)).status).toBe(403);
});
