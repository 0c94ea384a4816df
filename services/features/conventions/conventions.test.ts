import { describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { Stage } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import type { StagingFileView } from '../staging/staging.schema.js';
import type { ConventionView } from './conventions.schema.js';

const TITLES = ['Ember', 'Low Tide', 'Nightjar', 'Salt Iron'];

const { app, own } = useApp({ worker: true, project: {} });

interface Batch {
  stage: Stage;
  tracks: string[];
  files: StagingFileView[];
  file(name: string): StagingFileView;
  /** The engine's first suggestion for the file with that name. */
  first(name: string): Promise<StagingFileView['assignmentSuggestions'][0] | undefined>;
  put(name: string, track: number, slotType: string): Promise<void>;
}

/**
 * A project of the studio with four songs and staged 24/48 files with these names, after their suggestions are
 * computed.
 */
async function batch(names: string[], studio: ProjectFixture = own): Promise<Batch> {
  const rows = build(app);
  const { project } = await rows.project({ studioId: studio.studio.id, engineerId: studio.engineer.id });
  const tracks: string[] = [];
  for (const title of TITLES) tracks.push((await rows.track({ projectId: project.id, title })).track.id);
  for (const originalName of names) {
    const audio = await rows.audio({ state: 'done' });
    await rows.stagingFile({ projectId: project.id, audioId: audio.id, originalName });
  }
  await app.database.transaction((tx) => bumpStagingRevision(tx, project.id));
  await drain(app.database);
  const stage = new Stage(app.as(studio.engineer), project.id);
  const files = await stage.files();
  const file = (name: string) => files.find(({ originalName }) => originalName === name)!;
  return {
    stage,
    tracks,
    files,
    file,
    first: async (name) => (await stage.file(file(name).id)).assignmentSuggestions[0],
    put: async (name, track, slotType) => {
      expect((await stage.assign(file(name).id, tracks[track - 1]!, slotType)).status).toBe(200);
      await drain(app.database);
    },
  };
}

const rules = async (of: ProjectFixture = own): Promise<ConventionView[]> =>
  (await app.as(of.engineer).get('/api/studio/conventions')).data;
const counts = async () =>
  (await rules()).map(({ token, slotType, for: yes, against }) => [token, slotType, yes, against]);

const CODED = ['01 Ember M2.wav', '02 Low Tide M2.wav', '03 Nightjar M2.wav'];
const PLAIN = ['01 Ember.wav', '02 Low Tide.wav', '03 Nightjar.wav'];

/** Three corrections in different places. */
async function teachThree(slotType = 'vinyl_master'): Promise<Batch> {
  const made = await batch([...CODED, ...PLAIN]);
  for (const [i, name] of CODED.entries()) await made.put(name, i + 1, slotType);
  return made;
}

describe('corrections', () => {
  it('teach the meaning of a word: the next batch gets the right suggestions with a reason', async () => {
    const before = await batch([...CODED, ...PLAIN]);
    expect((await before.first(CODED[0]!))?.slotType).toBe('streaming_master');
    await teachThree();
    expect(await rules()).toEqual([
      {
        id: expect.any(String),
        token: 'M2',
        slotType: 'vinyl_master',
        for: 3,
        against: 0,
        answered: false,
        trust: 0.96,
        examples: [...CODED].reverse(),
        lastUsed: expect.any(String),
      },
    ]);
    const next = await batch(['04 Salt Iron M2.wav', '04 Salt Iron.wav']);
    const coded = await next.first('04 Salt Iron M2.wav');
    expect(coded).toMatchObject({ trackNumber: 4, slotType: 'vinyl_master' });
    expect(coded?.confidence).toBeGreaterThan(70);
    expect(coded?.reasoning).toContain('+ In your studio “M2” means Vinyl Master (3 files)');
    expect(await next.first('04 Salt Iron.wav')).toMatchObject({ slotType: 'streaming_master' });
  });

  it('immediately apply to the rest of their own batch', async () => {
    const made = await batch([...CODED, '04 Salt Iron M2.wav', ...PLAIN]);
    for (const [i, name] of CODED.entries()) await made.put(name, i + 1, 'instrumental_master');
    expect(await made.first('04 Salt Iron M2.wav')).toMatchObject({ trackNumber: 4, slotType: 'instrumental_master' });
  });

  it('are confirmed by accepted suggestions, and weakened by files in other slots', async () => {
    await teachThree();
    const next = await batch(['04 Salt Iron M2.wav', '01 Ember M2 TLK.wav', '02 Low Tide.wav']);
    await next.put('04 Salt Iron M2.wav', 4, 'vinyl_master');
    expect(await counts()).toEqual([['M2', 'vinyl_master', 4, 0]]);
    await next.put('01 Ember M2 TLK.wav', 1, 'clean_master');
    expect(await counts()).toEqual(
      expect.arrayContaining([
        ['M2', 'vinyl_master', 4, 1],
        ['M2', 'clean_master', 1, 4],
        ['TLK', 'clean_master', 1, 0],
      ]),
    );
  });

  it('do not found a rule when the suggestion is accepted', async () => {
    const made = await batch([...CODED, ...PLAIN]);
    for (const [i, name] of CODED.entries()) await made.put(name, i + 1, 'streaming_master');
    expect(await rules()).toEqual([]);
  });

  it('count once per file, even if it moves, and no longer when it is removed', async () => {
    const made = await batch([...CODED, ...PLAIN]);
    await made.put(CODED[0]!, 1, 'vinyl_master');
    await made.put(CODED[0]!, 2, 'vinyl_master');
    expect(await counts()).toEqual([['M2', 'vinyl_master', 1, 0]]);
    await made.put(CODED[0]!, 1, 'cd_master');
    expect(await counts()).toEqual([['M2', 'cd_master', 1, 0]]);
    await made.stage.unassign(made.file(CODED[0]!).id);
    expect(await rules()).toEqual([]);
  });

  it('do not count when a moved file returns to the suggested slot', async () => {
    const made = await batch([...CODED, ...PLAIN]);
    await made.put(CODED[0]!, 1, 'streaming_master');
    await made.put(CODED[0]!, 1, 'vinyl_master');
    await made.put(CODED[0]!, 1, 'streaming_master');
    expect(await rules()).toEqual([]);
  });

  it('no longer count when the file is replaced, its track is deleted, or it is deleted itself', async () => {
    const made = await batch([...CODED, ...PLAIN]);
    for (const [i, name] of CODED.entries()) await made.put(name, i + 1, 'vinyl_master');
    await made.put(PLAIN[0]!, 1, 'vinyl_master');
    expect(await counts()).toEqual([['M2', 'vinyl_master', 2, 0]]);
    await made.stage.engineer.delete(`/api/tracks/${made.tracks[1]}`);
    expect(await counts()).toEqual([['M2', 'vinyl_master', 1, 0]]);
    await made.stage.remove(made.file(CODED[2]!).id);
    expect(await rules()).toEqual([]);
  });

  it('still count after the files are released', async () => {
    const made = await teachThree();
    await app.database.query('UPDATE slots SET is_required = false');
    const released = await made.stage.release(CODED.map((name) => made.file(name).id));
    expect(released.status).toBe(200);
    expect(await counts()).toEqual([['M2', 'vinyl_master', 3, 0]]);
  });

  it('also come from the track structure', async () => {
    const made = await batch([...CODED, ...PLAIN]);
    const [slot] = await app.database.query<{ id: string }>(
      `SELECT id FROM slots WHERE track_id = $1 AND slot_type = 'vinyl_master'`,
      [made.tracks[0]],
    );
    await made.stage.engineer.put(`/api/tracks/slots/${slot!.id}`, { stagingFileId: made.file(CODED[0]!).id });
    expect(await counts()).toEqual([['M2', 'vinyl_master', 1, 0]]);
  });
});

describe('a rule', () => {
  it('is gone when deleted, for pending files too, and can be taught again by later corrections', async () => {
    await teachThree();
    const waiting = await batch(['04 Salt Iron M2.wav', '04 Salt Iron.wav']);
    expect((await waiting.first('04 Salt Iron M2.wav'))?.slotType).toBe('vinyl_master');
    const [rule] = await rules();
    const engineer = app.as(own.engineer);
    expect((await engineer.delete(`/api/studio/conventions/${rule!.id}`)).status).toBe(200);
    await drain(app.database);
    expect(await rules()).toEqual([]);
    const after = await waiting.first('04 Salt Iron M2.wav');
    expect(after?.slotType).toBe('streaming_master');
    expect(JSON.stringify(after)).not.toContain('In your studio');
    expect((await engineer.delete(`/api/studio/conventions/${rule!.id}`)).status).toBe(404);
    await waiting.put('04 Salt Iron M2.wav', 4, 'vinyl_master');
    expect(await counts()).toEqual([['M2', 'vinyl_master', 1, 0]]);
  });

  it('belongs to one studio: another one can neither see, use nor delete it', async () => {
    await teachThree();
    const other = await build(app).project();
    const theirs = await batch(['04 Salt Iron M2.wav', '04 Salt Iron.wav'], other);
    expect((await theirs.first('04 Salt Iron M2.wav'))?.slotType).toBe('streaming_master');
    expect(await rules(other)).toEqual([]);
    const [rule] = await rules();
    expect((await app.as(other.engineer).delete(`/api/studio/conventions/${rule!.id}`)).status).toBe(404);
    expect(await counts()).toEqual([['M2', 'vinyl_master', 3, 0]]);
  });

  it('is hidden from clients', async () => {
    expect((await app.as(own.client).get('/api/studio/conventions')).status).toBe(403);
    expect((await app.anonymous.get('/api/studio/conventions')).status).toBe(401);
    expect((await app.as(own.engineer).delete('/api/studio/conventions/none')).status).toBe(400);
  });

  it('is listed with the others page by page, last used first', async () => {
    const codes = ['QA', 'QB', 'QC'];
    const made = await batch([...codes.map((code, i) => `0${i + 1} ${TITLES[i]} ${code}.wav`), ...PLAIN]);
    for (const [i, code] of codes.entries()) await made.put(`0${i + 1} ${TITLES[i]} ${code}.wav`, i + 1, 'cd_master');
    const engineer = app.as(own.engineer);
    const first = await engineer.get<ConventionView[]>('/api/studio/conventions?limit=2');
    expect(first.data.map(({ token }) => token)).toEqual(['QC', 'QB']);
    const rest = await engineer.get<ConventionView[]>(`/api/studio/conventions?limit=2&cursor=${first.nextCursor}`);
    expect(rest.data.map(({ token }) => token)).toEqual(['QA']);
    expect(rest.nextCursor).toBeNull();
    expect((await engineer.get('/api/studio/conventions?cursor=nonsense')).status).toBe(400);
  });
});

describe('two tabs', () => {
  it('that put one file into different slots teach the final slot', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await batch([CODED[0]!, PLAIN[1]!]);
      const slots = ['vinyl_master', 'cd_master', 'clean_master'];
      const { id } = made.file(CODED[0]!);
      await Promise.all(slots.map((slot) => made.stage.assign(id, made.tracks[0]!, slot)));
      const { assignment } = await made.stage.file(id);
      const lessons = await app.database.query('SELECT word, slot_type FROM slot_lessons WHERE staging_file_id = $1', [
        id,
      ]);
      expect(lessons).toEqual([{ word: 'm2', slot_type: assignment?.slotType }]);
      await made.stage.unassign(id);
    }
  });

  it('of two projects that learn the same words at the same time found each rule once', async () => {
    const names = ['01 Ember QA QB.wav', '02 Low Tide QB QA.wav', '03 Nightjar.wav'];
    const made = await Promise.all([batch(names), batch(names), batch(names)]);
    const answers = await Promise.all(
      made.flatMap(({ stage, tracks, file }) =>
        [0, 1].map((i) => stage.assign(file(names[i]!).id, tracks[i]!, 'clean_master')),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await counts()).sort()).toEqual([
      ['QA', 'clean_master', 6, 0],
      ['QB', 'clean_master', 6, 0],
    ]);
  });

  it('that delete a rule at the same time: one succeeds, the other gets an error', async () => {
    await teachThree();
    const [rule] = await rules();
    const dismiss = () => app.as(own.engineer).delete(`/api/studio/conventions/${rule!.id}`);
    const answers = await Promise.all([dismiss(), dismiss(), dismiss()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});
