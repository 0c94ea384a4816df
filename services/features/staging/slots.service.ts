import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { isReadAlike } from '../../file-kinds/deliverables.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Audio } from '../audio/audio.entity.js';
import { requeueAnalyses } from '../audio/audio.writes.js';
import { teach } from '../conventions/conventions.writes.js';
import { ProjectFile } from '../files/file.entity.js';
import { revisionPlaced } from '../files/files.events.js';
import { placeFile, replaceFile } from '../files/files.writes.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { dropPlan, markAssigned, planSlot, returnToPending } from '../staged-files/staged-files.writes.js';
import { type IncomingFile, isIncoming, StagingFile } from '../staged-files/staging-file.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import type { UpdateSlot } from '../tracks/tracks.schema.js';
import { fillSlot, saveSlot, takeFromOtherSlots, takeFromSlots } from '../tracks/tracks.writes.js';
import { TracksService } from './tracks.service.js';

/**
 * Reads and changes the content of slots. Every method with a `tx` expects `ProjectStructure.change` to have locked
 * the project.
 */
@Injectable()
export class SlotsService {
  constructor(
    private readonly database: Database,
    private readonly tracks: TracksService,
    private readonly structure: ProjectStructure,
  ) {}

  async update(actor: Actor, slotId: string, body: UpdateSlot): Promise<Slot> {
    const known = await this.database.manager.findOneBy(Slot, { id: slotId });
    if (!known) throw notFound('Slot');
    const { projectId } = await this.tracks.visible(actor, known.trackId);
    return this.structure.change(actor, projectId, async (tx) => {
      const slot = await tx.manager.findOneBy(Slot, { id: slotId });
      if (!slot) throw notFound('Slot');
      if (body.isRequired !== undefined) slot.isRequired = body.isRequired;
      if (body.fileId !== undefined) await this.placeReleased(tx, projectId, slot, body.fileId);
      await saveSlot(tx, slot);
      if (body.stagingFileId === null) await this.empty(tx, slot);
      else if (body.stagingFileId) {
        const file = await this.placeable(tx, projectId, body.stagingFileId);
        if (isIncoming(file)) throw notFound('Staged file');
        await this.place(tx, file, slot);
      }
      return tx.manager.findOneByOrFail(Slot, { id: slotId });
    });
  }

  /**
   * A file of the project that is staged or being uploaded, and can still be placed.
   * @throws AppError 404, or 409 once it is released.
   */
  async placeable(tx: Tx, projectId: string, stagingFileId: string): Promise<StagingFile> {
    const file = await tx.manager.findOneBy(StagingFile, { id: stagingFileId, projectId });
    if (!file || file.hiddenAt) throw notFound('Staged file');
    if (file.status === 'released') {
      throw conflict('already_released', `${file.originalName} has already been released`);
    }
    return file;
  }

  /** Puts a file that has arrived into a slot; the one that was there returns to pending. */
  async place(tx: Tx, file: StagingFile, slot: Slot): Promise<void> {
    const audio = await tx.manager.findOneByOrFail(Audio, { id: file.audioId! });
    assertAudio(file, audio.contentType);
    if (audio.state === 'failed') {
      throw unprocessable(
        'undecodable',
        `${file.originalName} cannot be assigned: ${audio.error?.message ?? 'it cannot be decoded'}`,
      );
    }
    if (slot.stagingFileId === file.id) return;
    await this.empty(tx, slot);
    await takeFromSlots(tx, file.id);
    await fillSlot(tx, slot.id, { stagingFileId: file.id });
    await markAssigned(tx, file.id);
    if (!isReadAlike(file.deliverable?.kind ?? null, null)) await requeueAnalyses(tx, [audio.id]);
    await teach(tx, file.id, slot.slotType);
  }

  /**
   * Reserves a slot for a file that is being uploaded. A file in the slot, or another one planned for it, is removed
   * from it.
   */
  async plan(tx: Tx, file: IncomingFile, slot: Slot): Promise<void> {
    assertAudio(file, file.contentType);
    await this.empty(tx, slot);
    await planSlot(tx, file.id, slot.id);
  }

  /** Removes the staged file, or the plan for one, from a slot. */
  async empty(tx: Tx, slot: Slot): Promise<void> {
    await dropPlan(tx, { plannedSlotId: slot.id });
    if (!slot.stagingFileId) return;
    await returnToPending(tx, [slot.stagingFileId]);
    await fillSlot(tx, slot.id, { stagingFileId: null });
    slot.stagingFileId = null;
  }

  private async placeReleased(tx: Tx, projectId: string, slot: Slot, fileId: string | null): Promise<void> {
    if (fileId) {
      const file = await tx.manager.findOneBy(ProjectFile, {
        id: fileId,
        projectId,
        fileType: In(['master', 'variation', 'revision']),
        deliverable: IsNull(),
      });
      if (!file?.completedAt || file.deletedAt) throw notFound('File');
      await takeFromOtherSlots(tx, fileId, slot.id);
      await placeFile(tx, fileId, slot);
      if (file.fileType === 'revision' && !file.parentFileId) {
        await replaceMaster(tx, file, slot.fileId);
        tx.emit(revisionPlaced, { fileId });
      }
    }
    slot.fileId = fileId;
  }
}

/** @throws AppError 422 for a document, which cannot be in a slot. */
export function assertAudio({ originalName }: Pick<StagingFile, 'originalName'>, contentType: string): void {
  if (contentType.startsWith('audio/')) return;
  throw unprocessable('not_audio', `${originalName} is not audio and cannot be in a slot`);
}

/** A revision that replaced no file when it was uploaded replaces the older file in its slot. */
async function replaceMaster(tx: Tx, revision: ProjectFile, heldId: string | null): Promise<void> {
  const held = heldId && heldId !== revision.id ? await tx.manager.findOneBy(ProjectFile, { id: heldId }) : null;
  if (held && held.createdAt < revision.createdAt) await replaceFile(tx, revision.id, held.id);
}
