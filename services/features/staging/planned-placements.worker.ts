import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { Audio } from '../audio/audio.entity.js';
import { audioAnalysed, audioProbed } from '../audio/audio.events.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { lockProject } from '../projects/projects.writes.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { contradictionOf } from '../staged-files/header-mismatch.policy.js';
import { closeArrival } from '../staged-files/staged-files.writes.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import { SlotsService } from './slots.service.js';

/**
 * Puts a file into the slot that was chosen before it arrived, once its own header has been read and agrees with the
 * header that the browser read. If they differ, a user must choose again. `checkArrivals` handles all other files.
 */
@Injectable()
export class ArrivalsWorker {
  constructor(
    private readonly database: Database,
    private readonly slots: SlotsService,
  ) {}

  @On(audioProbed, { queue: 'default' })
  probed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.close(audioId, context);
  }

  /** Some headers cannot be read; then the analysis provides the facts. */
  @On(audioAnalysed, { queue: 'default' })
  analysed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.close(audioId, context);
  }

  private async close(audioId: string, context: HandlerContext): Promise<void> {
    const open = [
      { audioId, header: Not(IsNull()) },
      { audioId, plannedSlotId: Not(IsNull()) },
    ];
    const known = await this.database.manager.findOneBy(StagingFile, open);
    if (!known) return;
    await context.commit(async (tx) => {
      const project = await lockProject(tx, known.projectId);
      const file = await tx.manager.findOneBy(StagingFile, open);
      if (!project || !file) return;
      const { probe, facts, state } = await tx.manager.findOneByOrFail(Audio, { id: audioId });
      const sound = state === 'failed' ? null : (facts ?? probe);
      const contradiction = sound && file.header ? contradictionOf(file.header, sound) : null;
      const slot = file.plannedSlotId && (await tx.manager.findOneBy(Slot, { id: file.plannedSlotId }));
      await closeArrival(tx, file.id, contradiction);
      if (slot && sound && !contradiction) await this.slots.place(tx, file, slot);
      await bumpStagingRevision(tx, project.id);
      publishProjectChange(tx, project, 'tracks', 'staging');
    });
  }
}
