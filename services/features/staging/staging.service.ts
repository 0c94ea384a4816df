import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { BatchQuestion } from '../../engine/types.js';
import { isReadAlike } from '../../file-kinds/deliverables.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Audio } from '../audio/audio.entity.js';
import { requeueAnalyses } from '../audio/audio.writes.js';
import { faultsOf } from '../deliverables/checks.lib.js';
import { ProjectFile } from '../files/file.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { deliverableStaged } from '../staged-files/deliverables.events.js';
import { dropPlan, hideReleased, saveDeliverable } from '../staged-files/staged-files.writes.js';
import { isIncoming, StagingFile } from '../staged-files/staging-file.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import { Track } from '../tracks/track.entity.js';
import type { SlotView } from '../tracks/tracks.schema.js';
import { slotView } from '../tracks/tracks.view.js';
import { openQuestions } from './questions.service.js';
import { type Review, review, reviewed, type TrackReview } from './review.js';
import { assertAudio, SlotsService } from './slots.service.js';
import type {
  AssignBody,
  AssignedMany,
  AssignManyBody,
  DeliverableBody,
  Rejection,
  StagingFileView,
} from './staging.schema.js';
import type { StagedRow } from './staging.view.js';
import { removeStaged } from './staging.writes.js';
import { incomingRows, stagedRows, stagingViews } from './staging-rows.view.js';
import { TracksService } from './tracks.service.js';

@Injectable()
export class StagingService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly tracks: TracksService,
    private readonly structure: ProjectStructure,
    private readonly slots: SlotsService,
  ) {}

  async list(
    actor: Actor,
    projectId: string,
  ): Promise<{ stagingFiles: StagingFileView[]; incoming: StagingFileView[]; questions: BatchQuestion[] }> {
    const { studioId } = await this.access.forEngineer(actor, projectId);
    const { manager } = this.database;
    // In this order, a file that is registered in between is found twice instead of being missed.
    const announced = await incomingRows(manager, projectId);
    const rows = await stagedRows(manager, projectId);
    const here = new Set(rows.map(({ file }) => file.id));
    const incoming = announced.filter(({ file }) => !here.has(file.id));
    const files = [...rows, ...incoming].map(({ file }) => file);
    return {
      stagingFiles: await stagingViews(manager, rows),
      incoming: await stagingViews(manager, incoming),
      questions: await openQuestions(manager, studioId, files),
    };
  }

  async suggestions(actor: Actor, projectId: string): Promise<Record<string, StagingFile['suggestions']>> {
    await this.access.forEngineer(actor, projectId);
    const rows = await stagedRows(this.database.manager, projectId);
    return Object.fromEntries(
      rows.filter(({ file }) => file.status !== 'released').map(({ file }) => [file.id, file.suggestions]),
    );
  }

  async review(
    actor: Actor,
    projectId: string,
  ): Promise<Review & { tracks: (TrackReview & { releasedAt: string | null })[] }> {
    await this.access.forEngineer(actor, projectId);
    const { manager } = this.database;
    const entries = await this.tracks.entries(manager, { projectId });
    const rows = await stagedRows(manager, projectId);
    const faults = await faultsOf(
      manager,
      projectId,
      rows.map(({ file }) => file),
    );
    const found = review(
      entries,
      rows.map((row) => reviewed(row, faults)),
    );
    const held = await manager.findBy(ProjectFile, {
      id: In(entries.flatMap(({ slots }) => slots.flatMap(({ fileId }) => fileId ?? []))),
    });
    const newest = (trackId: string) =>
      held
        .flatMap((file) => (file.trackId === trackId ? (file.completedAt?.toISOString() ?? []) : []))
        .sort()
        .at(-1) ?? null;
    return { ...found, tracks: found.tracks.map((track) => ({ ...track, releasedAt: newest(track.trackId) })) };
  }

  assign(
    actor: Actor,
    projectId: string,
    fileId: string,
    body: AssignBody,
  ): Promise<{ stagingFile: StagingFileView; slot: SlotView }> {
    return this.structure.change(actor, projectId, async (tx) => {
      const { slot } = await this.place(tx, projectId, { fileId, ...body });
      const [stagingFile] = await viewsOf(tx, projectId, [fileId]);
      return { stagingFile: stagingFile!, slot: slotView(await tx.manager.findOneByOrFail(Slot, { id: slot.id })) };
    });
  }

  /** Returns every file and slot that it changed, including files that lost their slot to another. */
  assignMany(actor: Actor, projectId: string, assignments: AssignManyBody['assignments']): Promise<AssignedMany> {
    return this.structure.change(actor, projectId, async (tx) => {
      const files = new Set<string>();
      const slots = new Set<string>();
      const rejected: Rejection[] = [];
      for (const { fileId, trackId, slotType, onlyIfEmpty } of assignments) {
        try {
          const before = await tx.manager.findOneBy(Slot, { stagingFileId: fileId });
          const { slot, displaced } =
            trackId && slotType
              ? await this.place(tx, projectId, { fileId, trackId, slotType, onlyIfEmpty })
              : { slot: await this.takeOut(tx, projectId, fileId), displaced: null };
          for (const touched of [before, slot]) if (touched) slots.add(touched.id);
          if (displaced) files.add(displaced);
          files.add(fileId);
        } catch (error) {
          // Such an error is thrown before anything has been written for this file.
          if (!(error instanceof AppError)) throw error;
          rejected.push({ fileId, code: error.code, message: error.message });
        }
      }
      const touched = slots.size > 0 ? await tx.manager.findBy(Slot, { id: In([...slots]) }) : [];
      return { stagingFiles: await viewsOf(tx, projectId, [...files]), slots: touched.map(slotView), rejected };
    });
  }

  unassign(
    actor: Actor,
    projectId: string,
    fileId: string,
  ): Promise<{ stagingFile: StagingFileView; slot: SlotView | null }> {
    return this.structure.change(actor, projectId, async (tx) => {
      const slot = await this.takeOut(tx, projectId, fileId);
      const [stagingFile] = await viewsOf(tx, projectId, [fileId]);
      return { stagingFile: stagingFile!, slot: slot && slotView(slot) };
    });
  }

  /**
   * Makes a staged or incoming file a deliverable, which takes it out of its slot, or a file for a slot again.
   * @throws AppError 422 when a file that is not audio would have to go into a slot.
   */
  async setDeliverable(
    actor: Actor,
    projectId: string,
    fileId: string,
    { deliverable }: DeliverableBody,
  ): Promise<StagingFileView> {
    return this.structure.change(actor, projectId, async (tx) => {
      const { trackId } = deliverable ?? { trackId: null };
      if (trackId && !(await tx.manager.existsBy(Track, { id: trackId, projectId }))) throw notFound('Track');
      await this.takeOut(tx, projectId, fileId);
      const file = await this.slots.placeable(tx, projectId, fileId);
      const audio = file.audioId ? await tx.manager.findOneByOrFail(Audio, { id: file.audioId }) : null;
      if (!deliverable) assertAudio(file, audio?.contentType ?? file.contentType!);
      const isReadOtherwise = !isReadAlike(file.deliverable?.kind ?? null, deliverable?.kind ?? null);
      await saveDeliverable(tx, file, deliverable);
      if (audio && isReadOtherwise) await requeueAnalyses(tx, [audio.id]);
      if (deliverable && audio) {
        const { kind } = deliverable;
        tx.emit(deliverableStaged, { projectId, stagingFileId: fileId, audioId: audio.id, kind });
      }
      const [view] = await viewsOf(tx, projectId, [fileId]);
      return view!;
    });
  }

  async delete(actor: Actor, projectId: string, fileId: string): Promise<void> {
    await this.structure.change(actor, projectId, async (tx) => {
      const file = await tx.manager.findOneBy(StagingFile, { id: fileId, projectId, ...isShown });
      if (!file) throw notFound('Staged file');
      await remove(tx, file, actor.userId);
    });
  }

  /** Deletes the given files that still exist, in one transaction. Returns their number. */
  deleteMany(actor: Actor, projectId: string, fileIds: string[]): Promise<number> {
    return this.structure.change(actor, projectId, async (tx) => {
      const files = await tx.manager.findBy(StagingFile, { id: In(fileIds), projectId, ...isShown });
      for (const file of files) await remove(tx, file, actor.userId);
      return files.length;
    });
  }

  /**
   * The object key of a staged file's waveform.
   * @throws AppError 404 until the analysis has made it.
   */
  async audible(actor: Actor, projectId: string, fileId: string): Promise<StagedRow> {
    await this.access.forEngineer(actor, projectId);
    const [row] = await stagedRows(this.database.manager, projectId, [fileId]);
    if (!row) throw notFound('Staging file');
    return row;
  }

  async peaksKey(actor: Actor, projectId: string, fileId: string): Promise<string> {
    await this.access.forEngineer(actor, projectId);
    const file = await this.database.manager.findOneBy(StagingFile, { id: fileId, projectId });
    const audio = file?.audioId ? await this.database.manager.findOneBy(Audio, { id: file.audioId }) : null;
    if (!audio?.peaksKey) throw notFound('Waveform');
    return audio.peaksKey;
  }

  /**
   * Puts a file into a slot, or reserves the slot while the file is being uploaded. Returns the id of the file that was
   * in the slot or planned for it.
   */
  private async place(
    tx: Tx,
    projectId: string,
    { fileId, trackId, slotType, onlyIfEmpty }: AssignBody & { fileId: string },
  ): Promise<{ slot: Slot; displaced: string | null }> {
    const file = await this.slots.placeable(tx, projectId, fileId);
    if (!(await tx.manager.existsBy(Track, { id: trackId, projectId }))) throw notFound('Track');
    const slot = await tx.manager.findOneBy(Slot, { trackId, slotType });
    if (!slot) throw notFound('Slot');
    const holder = await holderOf(tx, slot);
    const displaced = holder === fileId ? null : holder;
    if (onlyIfEmpty && (slot.fileId !== null || displaced !== null))
      throw conflict('slot_filled', 'Another file has this slot already');
    if (isIncoming(file)) await this.slots.plan(tx, file, slot);
    else await this.slots.place(tx, file, slot);
    return { slot, displaced };
  }

  /** Removes the file from its slot, or cancels its plan, and returns the slot if there was one. */
  private async takeOut(tx: Tx, projectId: string, fileId: string): Promise<Slot | null> {
    await this.slots.placeable(tx, projectId, fileId);
    await dropPlan(tx, { id: fileId });
    const slot = await tx.manager.findOneBy(Slot, { stagingFileId: fileId });
    if (slot) await this.slots.empty(tx, slot);
    return slot;
  }
}

/** The file in a slot, or the one planned for it that has not arrived yet. */
async function holderOf(tx: Tx, { id, stagingFileId }: Slot): Promise<string | null> {
  return stagingFileId ?? (await tx.manager.findOneBy(StagingFile, { plannedSlotId: id }))?.id ?? null;
}

/** Files that have arrived and are not hidden. */
const isShown = { status: Not('incoming' as const), hiddenAt: IsNull() };

async function viewsOf({ manager }: Tx, projectId: string, ids: string[]): Promise<StagingFileView[]> {
  return stagingViews(manager, [
    ...(await stagedRows(manager, projectId, ids)),
    ...(await incomingRows(manager, projectId, { ids })),
  ]);
}

/** Hides a released row, whose file stays. Moves any other file to the trash and empties its slot. */
async function remove(tx: Tx, { id, status }: StagingFile, userId: string): Promise<void> {
  if (status === 'released') {
    await hideReleased(tx, id);
    return;
  }
  await removeStaged(tx, id, userId);
}
