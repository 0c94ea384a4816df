import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { VISIBLE } from '../../platform/http/fields.js';
import { storableJson } from '../../platform/text.js';
import { recordActivity } from '../activity/activity.writes.js';
import { faultsOf } from '../deliverables/checks.lib.js';
import { type KnownErrors, ProjectFile } from '../files/file.entity.js';
import { fileViews } from '../files/file.view.js';
import type { FileView } from '../files/files.schema.js';
import { addFile } from '../files/files.writes.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { markReleased } from '../staged-files/staged-files.writes.js';
import { Slot } from '../tracks/slot.entity.js';
import { fillSlot } from '../tracks/tracks.writes.js';
import { deliverableErrors, review, reviewed, type ReviewFile } from './review.js';
import { mastersReleased } from './staging.events.js';
import type { ReleaseBody } from './staging.schema.js';
import type { StagedRow } from './staging.view.js';
import { stagedRows } from './staging-rows.view.js';
import { TracksService } from './tracks.service.js';

@Injectable()
export class ReleaseService {
  constructor(
    private readonly tracks: TracksService,
    private readonly structure: ProjectStructure,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Turns the staged files into project files that use the same stored objects, all or none. Files that were released
   * before are returned again.
   * @throws AppError 409 with `details.errors` when the review or a file's slot prevents it, or when deliverables have
   * errors and no reason is given.
   */
  release(
    actor: Actor,
    projectId: string,
    { stagingFileIds, reason }: ReleaseBody,
  ): Promise<{ files: FileView[]; releasedTracks: number }> {
    return this.structure.change(actor, projectId, async (tx, project) => {
      const all = await stagedRows(tx.manager, projectId);
      const wanted = new Set(stagingFileIds);
      const chosen = all.filter(({ file }) => wanted.has(file.id));
      if (chosen.length !== wanted.size) throw notFound('Staged file');
      const waiting = chosen.filter(({ file }) => file.status !== 'released');
      if (waiting.length > 0) {
        const faults = await faultsOf(
          tx.manager,
          projectId,
          all.map(({ file }) => file),
        );
        const slots = await this.placesOf(
          tx,
          projectId,
          all.map((row) => reviewed(row, faults)),
          waiting,
        );
        const known = waiting.flatMap(({ file: { id, originalName } }) =>
          (faults.get(id) ?? []).map((text) => `${originalName}: ${text}`),
        );
        if (known.length > 0 && !VISIBLE.test(reason)) {
          const message = `Say why this is released all the same:\n${known.join('\n')}`;
          throw conflict('errors_need_reason', message, { errors: known });
        }
        const released: ProjectFile[] = [];
        for (const row of waiting) {
          const slot = slots.get(row.file.id);
          const errors = faults.get(row.file.id) ?? [];
          released.push(
            slot
              ? await this.releaseOne(tx, actor, row, slot)
              : await releaseDeliverable(tx, actor, row, errors.length > 0 ? { errors, reason } : null),
          );
        }
        await this.publish(tx, actor, projectId, released, known.length > 0 ? reason : null);
        publishProjectChange(tx, project, 'files');
      }
      const files = await tx.manager.findBy(ProjectFile, { audioId: In(chosen.map(({ audio }) => audio.id)) });
      return {
        files: await fileViews(tx.manager, actor, project, files),
        releasedTracks: tracksOf(files).size,
      };
    });
  }

  private async placesOf(
    tx: Tx,
    projectId: string,
    all: ReviewFile[],
    waiting: StagedRow[],
  ): Promise<Map<string, Slot>> {
    const masters = waiting.filter(({ file }) => !file.deliverable);
    const entries = await this.tracks.entries(tx.manager, { projectId });
    const errors =
      masters.length > 0
        ? review(entries, all).errors
        : all.filter(({ id }) => waiting.some(({ file }) => file.id === id)).flatMap(deliverableErrors);
    const slots = await tx.manager.findBy(Slot, { stagingFileId: In(masters.map(({ file }) => file.id)) });
    const places = new Map(slots.map((slot) => [slot.stagingFileId!, slot]));
    for (const { file } of masters) {
      if (!places.has(file.id)) errors.push(`${file.originalName} is not assigned to a track slot`);
    }
    if (errors.length > 0) throw conflict('review_failed', errors.join('\n'), { errors });
    return places;
  }

  private async releaseOne(tx: Tx, actor: Actor, { file, audio }: StagedRow, slot: Slot): Promise<ProjectFile> {
    const replaced = slot.fileId;
    const first = slot.slotType === 'streaming_master' ? 'master' : 'variation';
    const released = await addFile(tx, {
      projectId: file.projectId,
      audioId: audio.id,
      fileName: file.fileName,
      originalName: file.originalName,
      fileType: replaced ? 'revision' : first,
      uploadedBy: actor.userId,
      trackId: slot.trackId,
      slotType: slot.slotType,
      parentFileId: replaced,
      completedAt: new Date(),
    });
    await fillSlot(tx, slot.id, { fileId: released.id, stagingFileId: null });
    await markReleased(tx, file.id);
    return released;
  }

  private async publish(
    tx: Tx,
    actor: Actor,
    projectId: string,
    released: ProjectFile[],
    reason: string | null,
  ): Promise<void> {
    const masters = released.filter((file) => !file.deliverable);
    const tracks = masters.length > 0 ? ` for ${count(tracksOf(masters).size, 'track')}` : '';
    const despite = reason === null ? '' : `, with known errors: ${reason}`;
    await recordActivity(tx, {
      projectId,
      type: 'masters_released',
      actorId: actor.userId,
      message: `Released ${count(released.length, 'file')}${tracks}${despite}`,
    });
    await this.projects.advance(tx, projectId, 'masters_published', actor.userId);
    tx.emit(mastersReleased, {
      releaseId: randomUUID(),
      projectId,
      actorId: actor.userId,
      fileIds: released.map((file) => file.id),
      masters: released.some((file) => file.fileType !== 'revision'),
      revisions: released.some((file) => file.fileType === 'revision'),
    });
  }
}

/** A file that is delivered besides the masters. It replaces the newest one that is the same thing. */
async function releaseDeliverable(
  tx: Tx,
  actor: Actor,
  { file, audio }: StagedRow,
  knownErrors: KnownErrors | null,
): Promise<ProjectFile> {
  const { trackId, ...deliverable } = file.deliverable!;
  const [replaced] = await tx.query<{ id: string }>(
    `SELECT id FROM files
     WHERE project_id = $1 AND deliverable = $2 AND track_id IS NOT DISTINCT FROM $3 AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [file.projectId, storableJson(deliverable), trackId],
  );
  const released = await addFile(tx, {
    projectId: file.projectId,
    audioId: audio.id,
    fileName: file.fileName,
    originalName: file.originalName,
    fileType: replaced ? 'revision' : 'variation',
    uploadedBy: actor.userId,
    trackId,
    slotType: null,
    deliverable,
    knownErrors,
    parentFileId: replaced?.id ?? null,
    completedAt: new Date(),
  });
  await markReleased(tx, file.id);
  return released;
}

/** The tracks whose slots the files fill. */
const tracksOf = (files: readonly ProjectFile[]): Set<string | null> =>
  new Set(files.filter(({ deliverable }) => !deliverable).map(({ trackId }) => trackId));

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
