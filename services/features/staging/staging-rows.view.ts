import { type EntityManager, type FindManyOptions, type FindOptionsWhere, In, type SelectQueryBuilder } from 'typeorm';
import { Audio } from '../audio/audio.entity.js';
import { acceptancesOf } from '../audio/checks.view.js';
import { ProjectFile } from '../files/file.entity.js';
import { type IncomingFile, StagingFile } from '../staged-files/staging-file.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import { MAX_STAGED, type StagingFileView } from './staging.schema.js';
import { type IncomingRow, type StagedRow, stagingFileView } from './staging.view.js';

/** Staged files of a project without hidden ones, oldest first; all, or those with the given ids. */
export async function stagedRows(manager: EntityManager, projectId: string, ids?: string[]): Promise<StagedRow[]> {
  return rowsOf(stagedQuery(manager, projectId, ids));
}

/** Like `stagedRows`, for files that may be in slots and are not released, with their fingerprints. */
export async function stagedRowsToSuggest(manager: EntityManager, projectId: string): Promise<StagedRow[]> {
  const query = stagedQuery(manager, projectId).andWhere(`file.status <> 'released' AND file.deliverable IS NULL`);
  return rowsOf(query.addSelect('audio.fingerprint'));
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

/** A project's files that are being uploaded, oldest first: all, those with the given ids, or the first `atMost`. */
export async function incomingRows(
  manager: EntityManager,
  projectId: string,
  { ids, atMost = MAX_STAGED }: { ids?: string[]; atMost?: number } = {},
): Promise<IncomingRow[]> {
  const order = { createdAt: 'ASC', id: 'ASC' } as const;
  const files = await findIncoming(manager, { projectId, ...(ids && { id: In(ids) }) }, { order, take: atMost });
  return files.map((file) => ({ file, audio: null }));
}

/** Files that are being uploaded. */
export async function findIncoming(
  manager: EntityManager,
  where: FindOptionsWhere<StagingFile>,
  options: Pick<FindManyOptions<StagingFile>, 'order' | 'take'> = {},
): Promise<IncomingFile[]> {
  return (await manager.find(StagingFile, { ...options, where: { ...where, status: 'incoming' } })) as IncomingFile[];
}

/** Replies for these rows, each with its current, planned or released slot. */
export async function stagingViews(
  manager: EntityManager,
  rows: (StagedRow | IncomingRow)[],
): Promise<StagingFileView[]> {
  const assigned = rows.filter(({ file }) => file.status === 'assigned').map(({ file }) => file.id);
  const planned = rows.flatMap(({ file }) => file.plannedSlotId ?? []);
  const released = rows.flatMap(({ file, audio }) => (file.status === 'released' && audio ? audio.id : []));
  const slots = await findSlots(manager, { assigned, planned });
  const files = released.length > 0 ? await manager.findBy(ProjectFile, { audioId: In(released) }) : [];
  const placeOf = await placesOn(manager, [...slots, ...files]);
  const places = new Map([
    ...slots.flatMap((slot) => [[slot.id, placeOf(slot)] as const, [slot.stagingFileId, placeOf(slot)] as const]),
    ...files.map((file) => [file.audioId, placeOf(file)] as const),
  ]);
  const acceptances = await acceptancesOf(
    manager,
    rows.flatMap(({ audio }) => (audio?.facts ? audio.id : [])),
  );
  return rows.map((row) => {
    const { file } = row;
    const key = file.status === 'released' ? file.audioId : file.status === 'assigned' ? file.id : file.plannedSlotId;
    return stagingFileView(row, (key && places.get(key)) || null, acceptances);
  });
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
