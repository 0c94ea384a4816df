import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { checkedDeliverables } from './checks.lib.js';
import type { DeliverableCheckView } from './checks.schema.js';

/** Checks of staged and released deliverables. They are computed with every reply and block nothing. */
@Injectable()
export class DeliverableChecks {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  async list(actor: Actor, projectId: string): Promise<DeliverableCheckView[]> {
    await this.access.forEngineer(actor, projectId);
    const checked = await checkedDeliverables(this.database.manager, projectId);
    return checked.map(({ fileId, isStaged, facts, tracks, findings }) => ({
      fileId,
      isStaged,
      facts,
      tracks,
      findings,
    }));
  }
}
