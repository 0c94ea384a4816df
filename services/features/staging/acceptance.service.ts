import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { findingsOf } from '../audio/checks.view.js';
import { acceptChecks, withdrawAcceptances } from '../audio/checks.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { Slot } from '../tracks/slot.entity.js';
import type { AcceptChecksBody } from './staging.schema.js';
import { stagedRows } from './staging-rows.view.js';

/** Check results of a master that an engineer has seen and accepted. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * @throws AppError 409 for a file without a slot, because its target is unknown; 404 for a check that found nothing.
   */
  accept(actor: Actor, projectId: string, { code, fileIds, accepted, reason }: AcceptChecksBody): Promise<void> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const wanted = [...new Set(fileIds)];
      const rows = await stagedRows(tx.manager, projectId, wanted);
      if (rows.length < wanted.length) throw notFound('Staging file');
      const slots = await tx.manager.findBy(Slot, { stagingFileId: In(wanted) });
      const places = new Map(slots.map(({ stagingFileId, slotType }) => [stagingFileId, slotType]));
      const keys = rows.map(({ file, audio }) => {
        const slotType = places.get(file.id);
        if (!slotType) throw conflict('not_assigned', `${file.originalName} is not in a slot`);
        if (!findingsOf(audio.facts, slotType).some((found) => found.code === code)) throw notFound('Check');
        return { audioId: audio.id, slotType, code };
      });
      if (accepted) await acceptChecks(tx, keys, actor.userId, reason || null);
      else await withdrawAcceptances(tx, keys);
      publishProjectChange(tx, project, 'staging');
    });
  }
}
