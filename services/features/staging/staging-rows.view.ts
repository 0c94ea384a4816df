import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import { ProjectFile } from '../files/file.entity.js';
import { Audio } from '../sound/audio.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import type { StagingFileView } from './staging.schema.js';
import { stagingFileView } from './staging.view.js';
import { StagingFile } from './staging-file.entity.js';

export interface StagedRow {
  file: StagingFile;
  audio: Audio;
}

/** Files of one project, hidden ones apart, oldest first; all of them or those with the ids given. */
export async function stagedRows(manager: EntityManager, projectId: string, ids?: string[]): Promise<StagedRow[]> {
  return rowsOf(stagedQuery(manager, projectId, ids));
}

/** As `stagedRows` for files that are not released, with the fingerprints of their sound. */
export async function stagedRowsToJudge(manager: EntityManager, projectId: string): Promise<StagedRow[]> {
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

/** The rows as the wire shows them, with where each one stands or was released to. */
export async function stagingViews(manager: EntityManager, rows: StagedRow[]): Promise<StagingFileView[]> {
  const assigned = rows.filter(({ file }) => file.status === 'assigned').map(({ file }) => file.id);
  const released = rows.filter(({ file }) => file.status === 'released').map(({ file }) => file.audioId);
  const slots = assigned.length > 0 ? await manager.findBy(Slot, { stagingFileId: In(assigned) }) : [];
  const files = released.length > 0 ? await manager.findBy(ProjectFile, { audioId: In(released) }) : [];
  const trackIds = [...slots.map((slot) => slot.trackId), ...files.flatMap((file) => file.trackId ?? [])];
  const tracks = trackIds.length > 0 ? await manager.findBy(Track, { id: In(trackIds) }) : [];
  const numbers = new Map(tracks.map((track) => [track.id, track.trackNumber]));
  const places = new Map<string, StagingFileView['assignment']>();
  const put = (key: string | null, trackId: string | null, slotType: Slot['slotType'] | null) => {
    const trackNumber = numbers.get(trackId ?? '');
    if (key && trackId && slotType && trackNumber !== undefined) places.set(key, { trackId, trackNumber, slotType });
  };
  for (const slot of slots) put(slot.stagingFileId, slot.trackId, slot.slotType);
  for (const file of files) put(file.audioId, file.trackId, file.slotType);
  return rows.map(({ file, audio }) =>
    stagingFileView(file, audio, places.get(file.status === 'released' ? audio.id : file.id) ?? null),
  );
}
