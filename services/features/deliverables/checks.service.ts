import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { checkedDdps } from '../ddp/checked-ddps.lib.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { checkedDeliverables } from './checks.lib.js';
import type { DeliverableCheckView } from './checks.schema.js';

/** Checks of staged and released deliverables. They are computed with every reply. */
@Injectable()
export class DeliverableChecks {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  async list(actor: Actor, projectId: string): Promise<DeliverableCheckView[]> {
    await this.access.forEngineer(actor, projectId);
    const { manager } = this.database;
    const ddps = (await checkedDdps(manager, projectId)).map((ddp) => ({ ...ddp, tracks: [] }));
    const checked = [...(await checkedDeliverables(manager, projectId)), ...ddps];
    return checked.map(({ fileId, isStaged, facts, tracks, findings }) => ({
      fileId,
      isStaged,
      facts,
      tracks,
      findings,
    }));
  }
}
