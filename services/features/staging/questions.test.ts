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
async function takeBack(id: string): Promise<void> {
  expect((await app.as(own.engineer).delete(`/api/studio/conventions/${id}`)).status).toBe(200);
  await drain(app.database);
}

describe.each([
  ['a format', PLAIN, 'format-slot', '24/96', '24-bit / 96 kHz', 'vinyl_master'],
  ['a word of the studio', CODED, 'house-word', 'pm', 'PM', 'vinyl_master'],
])('a batch of which only %s could tell the slot', (_, names, kind, word, text, slotType) => {
  it('asks once, is settled by the answer, asks again when it is taken back, and teaches the next batch', async () => {
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

    await takeBack(data.conventionId);
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
  it('that is open in two windows takes one answer, and refuses another', async () => {
    const { answer } = await batch(CODED);
    const [one, same] = [await answer('pm', 'vinyl_master'), await answer('pm', 'vinyl_master')];
    expect(same.data).toEqual(one.data);
    const other = await answer('pm', 'hires_master');
    expect([other.status, other.code]).toEqual([409, 'answered_already']);
    expect(await conventions()).toHaveLength(1);
  });

  it('that a teammate answered in another project is not asked, before anything is judged anew', async () => {
    const [one, other] = [await batch(CODED), await batch(CODED)];
    expect(await other.questions()).toHaveLength(1);
    expect((await one.answer('pm', 'vinyl_master')).status).toBe(200);
    expect(await other.questions()).toEqual([]);
  });

  it('goes with its files, and cannot be answered then', async () => {
    const { list, stage, questions, answer } = await batch(CODED);
    for (const { id } of (await list()).stagingFiles) await stage.remove(id);
    expect(await questions()).toEqual([]);
    const late = await answer('pm', 'vinyl_master');
    expect([late.status, late.code]).toEqual([409, 'question_gone']);
  });

  it('is asked of the files without a place only', async () => {
    const { list, stage, tracks, questions } = await batch(CODED);
    const [file] = (await list()).stagingFiles;
    await stage.assign(file.id, tracks[0]!, 'vinyl_master');
    expect((await questions())[0].fileIds).toHaveLength(2);
  });

  it('is not asked where the engineer places files with the word in two ways', async () => {
    const { list, stage, tracks, questions, firsts } = await batch([...CODED, '01 Ember 24-96.wav']);
    const [one, two] = (await list()).stagingFiles;
    await stage.assign(one.id, tracks[0]!, 'vinyl_master');
    await stage.assign(two.id, tracks[1]!, 'hires_master');
    await drain(app.database);
    expect((await questions()).filter(({ word }: { word: string }) => word === 'pm')).toEqual([]);
    expect((await firsts().catch(() => [])).filter(([, sure]) => sure)).toEqual([]);
  });

  it('takes no slot that was not offered', async () => {
    const { answer } = await batch(PLAIN);
    const wrong = await answer('24/96', 'clean_master');
    expect([wrong.status, wrong.code]).toEqual([422, 'not_offered']);
  });
});
