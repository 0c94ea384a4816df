import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { Stage } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { ConventionView } from '../conventions/conventions.schema.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';

const TITLES = ['Ember', 'Low Tide', 'Nightjar'];
const PLAIN = ['01 Ember 24-96.wav', '02 Low Tide 24-96.wav', '03 Nightjar 24-96.wav'];
const CODED = ['01 Ember PM 24-96.wav', '02 Low Tide PM 24-96.wav', '03 Nightjar PM 24-96.wav'];

const { app, own } = useApp({ worker: true, project: {} });

/** A project of the studio with the songs and staged files of these names. */
async function batch(names: string[]) {
  const rows = build(app);
  const { project } = await rows.project({ studioId: own.studio.id, engineerId: own.engineer.id });
  const tracks: string[] = [];
  for (const title of TITLES) tracks.push((await rows.track({ projectId: project.id, title })).track.id);
  for (const originalName of names) {
    const audio = await rows.audio({ state: 'done' });
    await rows.stagingFile({ projectId: project.id, audioId: audio.id, originalName });
  }
  await app.database.transaction((tx) => bumpStagingRevision(tx, project.id));
  await drain(app.database);
  const caller = app.as(own.engineer);
  const path = `/api/staging/projects/${project.id}`;
  const list = async () => (await caller.get(path)).data;
  const firsts = async (): Promise<[string, boolean][]> =>
    (await list()).stagingFiles.map(({ assignmentSuggestions: [best] }: any) => [best.slotType, best.confidence > 70]);
  return {
    tracks,
    stage: new Stage(caller, project.id),
    list,
    firsts,
    questions: async () => (await list()).questions,
    answer: async (word: string, slotType: string) => {
      const answer = await caller.post(`${path}/answers`, { word, slotType });
      await drain(app.database);
      return answer;
    },
  };
}

const conventions = async (): Promise<ConventionView[]> =>
  (await app.as(own.engineer).get('/api/studio/conventions')).data;
async function undo(id: string): Promise<void> {
  expect((await app.as(own.engineer).delete(`/api/studio/conventions/${id}`)).status).toBe(200);
  await drain(app.database);
}

describe.each([
  ['its format', PLAIN, 'format-slot', '24/96', '24-bit / 96 kHz', 'vinyl_master'],
  ['a house word', CODED, 'house-word', 'pm', 'PM', 'vinyl_master'],
])('a batch whose slot depends on %s', (_, names, kind, word, text, slotType) => {
  it('asks one question, follows the answer and its withdrawal, and does not ask for the next batch', async () => {
    const first = await batch(names);
    expect(await first.questions()).toMatchObject([{ kind, word, text }]);
    expect((await first.questions())[0].fileIds).toHaveLength(3);
    expect((await first.firsts()).map(([, sure]) => sure)).toEqual([false, false, false]);

    const { status, data } = await first.answer(word, slotType);
    expect(status).toBe(200);
    expect(await first.firsts()).toEqual(Array(3).fill([slotType, true]));
    expect(await first.questions()).toEqual([]);
    expect(await conventions()).toMatchObject([
      { id: data.conventionId, token: text, slotType, answered: true, for: 0, against: 0, trust: 1 },
    ]);

    await undo(data.conventionId);
    expect((await first.firsts()).map(([, sure]) => sure)).toEqual([false, false, false]);
    expect(await first.questions()).toHaveLength(1);
    expect(await conventions()).toEqual([]);

    await first.answer(word, slotType);
    const next = await batch(names.slice(0, 2));
    expect(await next.firsts()).toEqual(Array(2).fill([slotType, true]));
    expect(await next.questions()).toEqual([]);
  });
});

describe('a question', () => {
  it('takes one answer when it is open in two windows, and refuses another', async () => {
    const { answer } = await batch(CODED);
    const [one, same] = [await answer('pm', 'vinyl_master'), await answer('pm', 'vinyl_master')];
    expect(same.data).toEqual(one.data);
    const other = await answer('pm', 'hires_master');
    expect([other.status, other.code]).toEqual([409, 'answered_already']);
    expect(await conventions()).toHaveLength(1);
  });

  it('disappears at once when a teammate answers it in another project', async () => {
    const [one, other] = [await batch(CODED), await batch(CODED)];
    expect(await other.questions()).toHaveLength(1);
    expect((await one.answer('pm', 'vinyl_master')).status).toBe(200);
    expect(await other.questions()).toEqual([]);
  });

  it('disappears with its files, and cannot be answered afterwards', async () => {
    const { list, stage, questions, answer } = await batch(CODED);
    for (const { id } of (await list()).stagingFiles) await stage.remove(id);
    expect(await questions()).toEqual([]);
    const late = await answer('pm', 'vinyl_master');
    expect([late.status, late.code]).toEqual([409, 'question_gone']);
  });

  it('disappears when its files are released, and cannot be answered afterwards', async () => {
    const { list, stage, tracks, questions, answer } = await batch(CODED);
    const ids = (await list()).stagingFiles.map(({ id }: { id: string }) => id);
    for (const [i, id] of ids.entries()) await stage.assign(id, tracks[i]!, 'vinyl_master');
    await app.database.query('UPDATE slots SET is_required = false');
    expect((await stage.release(ids)).status).toBe(200);
    await drain(app.database);
    expect(await questions()).toEqual([]);
    const late = await answer('pm', 'hires_master');
    expect([late.status, late.code]).toEqual([409, 'question_gone']);
  });

  it('counts only files that are not assigned', async () => {
    const { list, stage, tracks, questions } = await batch(CODED);
    const [file] = (await list()).stagingFiles;
    await stage.assign(file.id, tracks[0]!, 'vinyl_master');
    expect((await questions())[0].fileIds).toHaveLength(2);
  });

  it.each([
    ['in all its files', CODED, 1],
    ['beside other files', [...CODED, '01 Ember 24-96.wav'], 1],
    ['half and half', [...CODED, ...CODED.slice(0, 2).map((name) => name.replace('PM', 'final PM'))], 2],
  ])('is not asked when files with the word are assigned to two slots, %s', async (_, names, each) => {
    const { list, stage, tracks, questions } = await batch(names);
    const files = (await list()).stagingFiles;
    const coded = files.filter(({ originalName }: any) => originalName.includes('PM'));
    const [open, ...placed] = coded.toReversed();
    for (const [i, { id }] of placed.entries())
      await stage.assign(id, tracks[i % each]!, i < each ? 'vinyl_master' : 'hires_master');
    await drain(app.database);
    expect((await questions()).filter(({ word }: { word: string }) => word === 'pm')).toEqual([]);
    const { assignmentSuggestions } = await stage.file(open.id);
    expect(assignmentSuggestions[0]!.confidence).toBeLessThanOrEqual(70);
  });

  it.each([
    ['its format', PLAIN, 'streaming_master'],
    ['a house word', CODED, 'vinyl_master'],
  ])('about %s is answered by placing two files where they are suggested', async (_, names, slotType) => {
    const first = await batch(names);
    for (const [i, { id }] of (await first.list()).stagingFiles.slice(0, 2).entries())
      await first.stage.assign(id, first.tracks[i]!, slotType);
    await drain(app.database);
    expect(await first.questions()).toEqual([]);
    expect(await conventions()).toMatchObject([{ slotType, answered: false, for: 2, against: 0 }]);
    const next = await batch(names);
    expect(await next.firsts()).toEqual(Array(3).fill([slotType, true]));
  });

  it('is asked again for the open files when its rule is deleted in the middle of a batch', async () => {
    const { list, stage, tracks, questions, answer } = await batch(CODED);
    const { data } = await answer('pm', 'vinyl_master');
    const [one] = (await list()).stagingFiles;
    await stage.assign(one.id, tracks[0]!, 'vinyl_master');
    await undo(data.conventionId);
    expect((await questions())[0].fileIds).toHaveLength(2);
    expect(await conventions()).toEqual([]);
  });

  it('takes one of two different answers that arrive together in two projects', async () => {
    const [one, other] = [await batch(CODED), await batch(CODED)];
    const answers = await Promise.all([one.answer('pm', 'vinyl_master'), other.answer('pm', 'hires_master')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await conventions()).toHaveLength(1);
  });

  it('refuses a slot that it did not offer', async () => {
    const { answer } = await batch(PLAIN);
    const wrong = await answer('24/96', 'clean_master');
    expect([wrong.status, wrong.code]).toEqual([422, 'not_offered']);
  });
});
