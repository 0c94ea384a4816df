import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Every } from '../../platform/events/decorators.js';
import { assertStoreAttached } from '../../platform/installation.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordUnknownTrash } from '../audio/trash-objects.lib.js';
import { DeletedProjectsService } from '../project-lifecycle/deleted-projects.service.js';
import { KEPT_DAYS, purge } from '../trash-store/trash.writes.js';

/** Deletes files for good when their time in the trash is over. */
@Injectable()
export class TrashWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly projects: DeletedProjectsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('47 * * * *', { name: 'trash.expiry' })
  async sweep(): Promise<void> {
    await assertStoreAttached(this.database, this.storage);
    const noted = await recordUnknownTrash(this.database, this.storage);
    if (noted > 0) this.logger.info({ noted }, 'recorded objects that were missing from the trash');
    const { files } = await this.database.transaction((tx) =>
      purge(tx, `trashed_at < now() - make_interval(days => ${KEPT_DAYS})`, []),
    );
    const projects = await this.projects.deleteExpired();
    if (projects > 0) this.logger.info({ projects }, `deleted projects that were in the trash for ${KEPT_DAYS} days`);
    if (files > 0) this.logger.info({ files }, `deleted what was in the trash for ${KEPT_DAYS} days`);
  }
}
