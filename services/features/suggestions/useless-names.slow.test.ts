import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AUTO_ASSIGN_ABOVE } from '../../engine/types.js';
import type { SlotType } from '../../platform/domain-words.js';
import { type AudioFileSettings, makeAudioFile } from '../../testing/audio/audio.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { Stage } from '../../testing/staging.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { FileView } from '../files/files.schema.js';
import type { StagingFileView } from '../staging/staging.schema.js';

const TITLES = [
  'Ember',
  'Low Tide',
  'Glass Orchard',
  'Northbound',
  'Paper Moon',
  'Salt Road',
  'Half Awake',
  'Copper Sky',
];
/** Each length belongs to two songs, so that only the sound distinguishes them. */
const LENGTHS_S = [12, 12.5, 13, 13.5, 12, 12.5, 13, 13.5];
const ORIGINAL = { bits: 24, lufs: -18 };
const VERSIONS: { slotType: SlotType; audio: Partial<AudioFileSettings> }[] = [
  { slotType: 'streaming_master', audio: { bits: 24, sampleRateHz: 48000, lufs: -11 } },
  { slotType: 'hires_master', audio: { bits: 24, sampleRateHz: 96000, lufs: -12 } },
  { slotType: 'cd_master', audio: { bits: 16, sampleRateHz: 44100, lufs: -11 } },
  { slotType: 'instrumental_master', audio: { bits: 24, sampleRateHz: 48000, lufs: -11, melody: 'absent' } },
  { slotType: 'clean_master', audio: { bits: 24, sampleRateHz: 48000, lufs: -11, melody: 'muted' } },
];
/** Numbers in an order that says nothing. */
const bounce = (index: number, version: number): string =>
  `Bounce_${String(412 + (((index * VERSIONS.length + version) * 17) % 40)).padStart(4, '0')}.wav`;
/** The web assigns suggestions above this confidence without asking. */
const ANALYSES_MS = 500_000;

let folder: string;

/** Made before the worker starts, whose timers a busy process would hold up. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacquer-test-songs-'));
  for (const [index, title] of TITLES.entries()) {
    const write = (name: string, audio: Partial<AudioFileSettings>) =>
      makeAudioFile(join(folder, name), { format: 'wav', seed: 101 + index, durationS: LENGTHS_S[index]!, ...audio });
    write(`${title}.wav`, ORIGINAL);
    VERSIONS.forEach(({ audio }, version) => write(bounce(index, version), audio));
  }
}, 600_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const { app } = useApp({ worker: true });

const song = (name: string): Promise<Buffer> => readFile(join(folder, name));

/** Waits until all is handled; what could not be read is named, lest a busy machine look like a wrong guess. */
async function analysed(client: Caller, stage: Stage): Promise<void> {
  await drain(app.database, ANALYSES_MS);
  const { data: originals } = await client.get<FileView[]>(`/api/files/project/${stage.projectId}`);
  const unread = [...originals, ...(await stage.files())].filter(({ analysis }) => analysis.state !== 'done');
  expect(unread.map(({ originalName, analysis }) => ({ originalName, ...analysis.error }))).toEqual([]);
}

/** As the web does: the surest first. */
async function autoAssign(stage: Stage): Promise<void> {
  const surest = (file: StagingFileView) => file.assignmentSuggestions[0]?.confidence ?? 0;
  const sure = (await stage.files()).filter((file) => surest(file) > AUTO_ASSIGN_ABOVE);
  for (const file of sure.sort((one, other) => surest(other) - surest(one))) {
    const { trackId, slotType } = file.assignmentSuggestions[0]!;
    await stage.assign(file.id, trackId, slotType, true);
  }
}

it('finds the slot of every file by its sound when the names say nothing', async () => {
  const { engineer, client, project } = await build(app).project();
  const stage = new Stage(app.as(engineer), project.id);
  for (const [index, title] of TITLES.entries()) {
    await app.as(engineer).post(`/api/tracks/projects/${project.id}`, { trackNumber: index + 1, title });
    const name = `${title}.wav`;
    await uploadFile(app.as(client), { projectId: project.id, fileType: 'upload', fileName: name }, await song(name));
  }
  const right = TITLES.flatMap((_, index) =>
    VERSIONS.map(({ slotType }, version) => [bounce(index, version), `${index + 1} ${slotType}`] as const),
  );
  for (const [name] of right) await stage.drop(name, await song(name));
  await analysed(app.as(client), stage);
  await autoAssign(stage);

  const found = (await stage.files()).map(({ originalName, assignment }) => [
    originalName,
    assignment && `${assignment.trackNumber} ${assignment.slotType}`,
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(right));
}, 600_000);
