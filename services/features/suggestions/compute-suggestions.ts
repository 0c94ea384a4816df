import type { EntityManager } from 'typeorm';
import type { FileSuggestions, SuggestFile, SuggestSlot, SuggestTrack } from '../../engine/types.js';
import type { ProbeFacts } from '../../platform/audio/facts.js';
import { Audio } from '../audio/audio.entity.js';
import { rulesOf } from '../conventions/conventions.service.js';
import { ProjectFile } from '../files/file.entity.js';
import type { Project } from '../projects/project.entity.js';
import type { HeaderHint } from '../staged-files/header.schema.js';
import type { StagingFile } from '../staged-files/staging-file.entity.js';
import { MAX_STAGED } from '../staging/staging.schema.js';
import type { IncomingRow, StagedRow } from '../staging/staging.view.js';
import { incomingRows, stagedRowsToSuggest } from '../staging/staging-rows.view.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import type { Batch, BatchSuggestions } from './suggest-batch.js';

export type ComputedFile = FileSuggestions & {
  id: string;
  /** The file already had a slot, so nothing was suggested. */
  placed: boolean;
};

/** A file without a row yet. Its id only has to differ from the others. */
export type AnnouncedFile = Pick<StagingFile, 'id' | 'originalName' | 'folder' | 'header' | 'lastModified'>;

export interface ComputedBatch {
  /** Files with a row: staged and being uploaded. */
  staged: ComputedFile[];
  announced: ComputedFile[];
  /** Whether some files are still to be probed or analysed. */
  isReading: boolean;
}

/**
 * Reads a project from the database and computes suggestions for its staged files, those being uploaded, and those
 * about to be announced. This is the only bridge between the database and the pure engine.
 */
export async function computeSuggestions(
  manager: EntityManager,
  project: Project,
  engine: (batch: Batch) => Promise<BatchSuggestions>,
  announced: AnnouncedFile[] = [],
): Promise<ComputedBatch> {
  const rows = await stagedRowsToSuggest(manager, project.id);
  const incoming = (await incomingRows(manager, project.id, { atMost: MAX_STAGED - rows.length })).filter(
    ({ file }) => !file.deliverable,
  );
  const isReading = rows.some(({ audio: { state } }) => state === 'queued' || state === 'running');
  if (rows.length + incoming.length + announced.length === 0) return { staged: [], announced: [], isReading };
  const { tracks, slots } = await structure(manager, project.id, rows);
  const planned = new Map([...rows, ...incoming].map(({ file: { id, plannedSlotId } }) => [plannedSlotId, id]));
  const places = new Map(
    slots.flatMap((slot) => {
      const fileId = slot.stagingFileId ?? planned.get(slot.id);
      return fileId ? [[fileId, slot] as const] : [];
    }),
  );
  const { originals, released } = await filesBeside(manager, project.id, slots);
  const twins = duplicates(rows, released);
  const now = new Date();
  const suggested = await engine({
    project: { title: project.title, artist: project.clientName },
    tracks,
    originals,
    files: [
      ...[...rows, ...incoming]
        .filter(({ file }) => !twins.has(file.id))
        .map((row) => asSuggestFile(row, places.get(row.file.id))),
      ...announced.map((file) => asSuggestFile({ file: { ...file, createdAt: now }, audio: null }, undefined)),
      ...released.map(asReleased),
    ],
    rules: await rulesOf(manager, project.studioId),
  });
  const computed = ({ id }: { id: string }): ComputedFile => {
    const twin = twins.get(id);
    const found = suggested.get(id) ?? { suggestions: [], verdict: null, words: [], question: null };
    const verdict = twin
      ? `The same bytes as ${twin.name}, which is ${twin.released ? 'released' : 'staged'} already`
      : found.verdict;
    return { id, placed: places.has(id), ...found, verdict };
  };
  return {
    staged: [...rows, ...incoming].map(({ file }) => computed(file)),
    announced: announced.map(computed),
    isReading,
  };
}

async function structure(manager: EntityManager, projectId: string, rows: StagedRow[]) {
  const found = (await manager
    .createQueryBuilder(Track, 'track')
    .leftJoinAndMapMany('track.slots', Slot, 'slot', 'slot.trackId = track.id')
    .where('track.projectId = :projectId', { projectId })
    .orderBy('track.trackNumber')
    .getMany()) as (Track & { slots: Slot[] })[];
  const slots = found.flatMap((track) => track.slots);
  const suggested = new Set(rows.map(({ file }) => file.id));
  const asSlot = ({ slotType, isRequired, fileId, stagingFileId }: Slot): SuggestSlot => ({
    slotType,
    isRequired,
    filled: fileId !== null || (stagingFileId !== null && !suggested.has(stagingFileId)),
  });
  const tracks: SuggestTrack[] = found.map(({ id, trackNumber, title, isrc, notes, slots }) => ({
    id,
    trackNumber,
    title,
    isrc,
    notes,
    durationS: null,
    slots: slots.map(asSlot),
  }));
  return { tracks, slots };
}

interface ReleasedFile {
  slot: Slot;
  file: ProjectFile;
  audio: Audio;
}

/** Files that help to suggest for others: the client's originals and released files in slots. */
async function filesBeside(manager: EntityManager, projectId: string, slots: readonly Slot[]) {
  const slotOf = new Map(slots.flatMap((slot) => (slot.fileId ? [[slot.fileId, slot] as const] : [])));
  const files = (await manager
    .createQueryBuilder(ProjectFile, 'file')
    .innerJoinAndMapOne('file.audio', Audio, 'audio', 'audio.id = file.audioId')
    .addSelect('audio.fingerprint')
    .where('file.projectId = :projectId AND file.deletedAt IS NULL', { projectId })
    .andWhere(`(file.id = ANY(:released) OR file.fileType = 'upload' AND file.completedAt IS NOT NULL)`, {
      released: [...slotOf.keys()],
    })
    .orderBy('file.createdAt')
    .getMany()) as (ProjectFile & { audio: Audio })[];
  const released = files.flatMap((file): ReleasedFile[] => {
    const slot = slotOf.get(file.id);
    return slot ? [{ slot, file, audio: file.audio }] : [];
  });
  const originals = files.filter(({ fileType }) => fileType === 'upload').map(asOriginal);
  return { originals, released };
}

const asOriginal = ({ id, originalName, audio }: ProjectFile & { audio: Audio }): SuggestFile => ({
  ...soundOf(audio),
  id,
  name: originalName,
});

const asReleased = ({ slot, file, audio }: ReleasedFile): SuggestFile => ({
  ...soundOf(audio),
  id: file.id,
  name: file.originalName,
  assigned: { trackId: slot.trackId, slotType: slot.slotType, released: true },
});

type AnnouncedRow = { file: AnnouncedFile & Pick<StagingFile, 'createdAt'>; audio: null };

const asSuggestFile = (
  { file, audio }: StagedRow | IncomingRow | AnnouncedRow,
  place: Slot | undefined,
): SuggestFile => ({
  ...(audio ? soundOf(audio) : headerOf(file.header)),
  id: file.id,
  name: file.originalName,
  folder: file.folder,
  uploadedAt: file.createdAt.toISOString(),
  lastModified: file.lastModified,
  assigned: place ? { trackId: place.trackId, slotType: place.slotType } : null,
});

type Header = Pick<ProbeFacts, Exclude<keyof HeaderHint, 'tags'>> & Pick<SuggestFile, 'tags'>;

const headerOf = (header: Header | null): Omit<SuggestFile, 'id' | 'name'> => ({
  container: header?.container ?? null,
  sampleRateHz: header?.sampleRateHz ?? null,
  bitDepth: header?.bitsStored ?? null,
  float: header?.float ?? null,
  channels: header?.channels ?? null,
  durationS: header?.durationS ?? null,
  tags: header?.tags ?? null,
});

function soundOf({ probe, facts, fingerprint }: Audio): Omit<SuggestFile, 'id' | 'name'> {
  return {
    ...headerOf(facts ?? probe),
    fingerprint: fingerprint ?? null,
    integratedLufs: facts?.loudness.integratedLufs ?? null,
    truePeakDbtp: facts?.truePeakDbtp ?? null,
  };
}

interface EqualFile {
  name: string;
  released: boolean;
}

/** Later copies of the same bytes, each with the name of the first; a released or assigned copy counts as the first. */
function duplicates(rows: StagedRow[], released: readonly ReleasedFile[]): Map<string, EqualFile> {
  const found = new Map<string, EqualFile>();
  const known = rows.filter(({ audio }) => audio.sha256 !== null);
  for (const [sha256, copies] of Map.groupBy(known, ({ audio }) => audio.sha256)) {
    const out = released.find(({ audio }) => audio.sha256 === sha256);
    const first = copies.find(({ file }) => file.status === 'assigned') ?? copies[0];
    for (const { file } of copies) {
      if (file.status !== 'pending') continue;
      if (out) found.set(file.id, { name: out.file.originalName, released: true });
      else if (file !== first?.file) found.set(file.id, { name: first?.file.originalName ?? '', released: false });
    }
  }
  return found;
}
