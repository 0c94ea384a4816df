import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import { Audio } from '../audio/audio.entity.js';
import { acceptancesOf } from '../audio/checks.view.js';
import { ProjectFile } from '../files/file.entity.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { UploadIntent } from '../staged-files/upload-intent.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import { MAX_STAGED, type StagingFileView } from './staging.schema.js';
import { incomingFileView, stagingFileView } from './staging.view.js';

export interface StagedRow {
  file: StagingFile;
  audio: Audio;
}

/** Staged files of a project without hidden ones, oldest first; all, or those with the given ids. */
export async function stagedRows(manager: EntityManager, projectId: string, ids?: string[]): Promise<StagedRow[]> {
  return rowsOf(stagedQuery(manager, projectId, ids));
}

/** Like `stagedRows`, for files that are not released, with their fingerprints. */
export async function stagedRowsToSuggest(manager: EntityManager, projectId: string): Promise<StagedRow[]> {
  return rowsOf(stagedQuery(manager, projectId).andWhere(`file.status <> 'released'`).addSelect('audio.fingerprint'));
}

function stagedQuery(manager: EntityManager, projectId: string, ids?: string[]): SelectQueryBuilder<StagingFile> {
  const query = manager
    .createQueryBuilder(StagingFile, 'file')
    .innerJoinAndMapOne('file.audio', Audio, 'audio', 'audio.id = file.audioId')
    .where('file.projectId = :projectId AND file.hiddenAt IS NULL', { projectId })
    .orderBy('file.createdAt')
    .addOrderBy('file.id');
  if (ids) query.andWhere('file.id = ANY(:ids)', { ids });
  return query;
}

async function rowsOf(query: SelectQueryBuilder<StagingFile>): Promise<StagedRow[]> {
  const files = (await query.getMany()) as (StagingFile & { audio: Audio })[];
  return files.map((file) => ({ file, audio: file.audio }));
}

/** A project's files that are being uploaded, oldest first: all, those with the given ids, or the first `limit`. */
export function incomingFiles(
  manager: EntityManager,
  projectId: string,
  { ids, atMost = MAX_STAGED }: { ids?: string[]; atMost?: number } = {},
): Promise<UploadIntent[]> {
  return manager.find(UploadIntent, {
    where: { projectId, ...(ids && { id: In(ids) }) },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: atMost,
  });
}

/** Replies for these rows, each with its current, planned or released slot. */
export async function stagingViews(manager: EntityManager, rows: StagedRow[]): Promise<StagingFileView[]> {
  const assigned = rows.filter(({ file }) => file.status === 'assigned').map(({ file }) => file.id);
  const planned = rows.flatMap(({ file }) => file.plannedSlotId ?? []);
  const released = rows.filter(({ file }) => file.status === 'released').map(({ file }) => file.audioId);
  const slots = await findSlots(manager, { assigned, planned });
  const files = released.length > 0 ? await manager.findBy(ProjectFile, { audioId: In(released) }) : [];
  const placeOf = await placesOn(manager, [...slots, ...files]);
  const places = new Map([
    ...slots.flatMap((slot) => [[slot.id, placeOf(slot)] as const, [slot.stagingFileId, placeOf(slot)] as const]),
    ...files.map((file) => [file.audioId, placeOf(file)] as const),
  ]);
  const acceptances = await acceptancesOf(
    manager,
    rows.filter(({ audio }) => audio.facts !== null).map(({ audio }) => audio.id),
  );
  return rows.map(({ file, audio }) => {
    const key = file.status === 'released' ? audio.id : file.status === 'assigned' ? file.id : file.plannedSlotId;
    return stagingFileView(file, audio, (key && places.get(key)) || null, acceptances);
  });
}

/** Replies for files that are being uploaded, each with its planned slot. */
export async function incomingViews(manager: EntityManager, files: UploadIntent[]): Promise<StagingFileView[]> {
  const slots = await findSlots(manager, { assigned: [], planned: files.flatMap((file) => file.plannedSlotId ?? []) });
  const placeOf = await placesOn(manager, slots);
  const places = new Map(slots.map((slot) => [slot.id, placeOf(slot)]));
  return files.map((file) => incomingFileView(file, places.get(file.plannedSlotId ?? '') ?? null));
}

async function findSlots(
  manager: EntityManager,
  { assigned, planned }: { assigned: string[]; planned: string[] },
): Promise<Slot[]> {
  if (assigned.length + planned.length === 0) return [];
  return manager.findBy(Slot, [{ stagingFileId: In(assigned) }, { id: In(planned) }]);
}

type PlacedFile = Pick<ProjectFile, 'trackId' | 'slotType'>;

async function placesOn(
  manager: EntityManager,
  placed: PlacedFile[],
): Promise<(placed: PlacedFile) => StagingFileView['assignment']> {
  const trackIds = placed.flatMap(({ trackId }) => trackId ?? []);
  const tracks = trackIds.length > 0 ? await manager.findBy(Track, { id: In(trackIds) }) : [];
  const numbers = new Map(tracks.map((track) => [track.id, track.trackNumber]));
  return ({ trackId, slotType }) => {
    const trackNumber = numbers.get(trackId ?? '');
    return trackId && slotType && trackNumber !== undefined ? { trackId, trackNumber, slotType } : null;
  };
}
