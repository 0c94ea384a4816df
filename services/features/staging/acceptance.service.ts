import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { findingsOf } from '../audio/checks.view.js';
import { acceptChecks, withdrawAcceptance } from '../audio/checks.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { Slot } from '../tracks/slot.entity.js';
import type { AcceptChecksBody, StagingFileView } from './staging.schema.js';
import { stagedRows, stagingViews } from './staging-rows.view.js';

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
  accept(
    actor: Actor,
    projectId: string,
    fileId: string,
    { codes, accepted }: AcceptChecksBody,
  ): Promise<StagingFileView> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const [row] = await stagedRows(tx.manager, projectId, [fileId]);
      if (!row) throw notFound('Staging file');
      const slot = await tx.manager.findOneBy(Slot, { stagingFileId: fileId });
      if (!slot) throw conflict('not_assigned', `${row.file.originalName} stands in no slot`);
      const place = { audioId: row.audio.id, slotType: slot.slotType };
      const found = new Set(findingsOf(row.audio.facts, slot.slotType).map(({ code }) => code));
      if (!codes.every((code) => found.has(code))) throw notFound('Check');
      if (accepted) await acceptChecks(tx, place, codes, actor.userId);
      else await withdrawAcceptance(tx, place, codes);
      publishProjectChange(tx, project, 'staging');
      const [view] = await stagingViews(tx.manager, [row]);
      return view!;
    });
  }
}
