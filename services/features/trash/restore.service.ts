import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordActivity } from '../activity/activity.writes.js';
import { insertUploadedAudio } from '../audio/audio.writes.js';
import { bringBack } from '../audio/trash-objects.lib.js';
import { recheckRestored } from '../ddp/ddp-reports.writes.js';
import { ProjectFile } from '../files/file.entity.js';
import { MAX_PROJECT_FILES } from '../files/files.schema.js';
import { bringFileBack } from '../files/files.writes.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { stageFiles } from '../staged-files/staged-files.writes.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { MAX_STAGED } from '../staging/staging.schema.js';
import { forgetTrashItem } from '../trash-store/trash.writes.js';
import { type StagedBefore, TrashItem } from '../trash-store/trash-item.entity.js';
import { assertClientHasRoom } from '../uploads/quota.lib.js';
import { ownsTrash } from './trash.policy.js';

/** Restores files from the trash. */
@Injectable()
export class RestoreService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Restores a file with its comments and approvals.
   * @throws AppError 409 when there is no room for it or its object no longer exists.
   */
  async restore(actor: Actor, itemId: string): Promise<void> {
    const known = await this.database.manager.findOneBy(TrashItem, { id: itemId });
    if (!known || !ownsTrash(actor, known)) throw notFound('Deleted file');
    const { projectId } = known;
    if (!projectId) throw notRestorable(known);
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId, 'Deleted file');
      const item = await tx.manager.findOne(TrashItem, { where: { id: itemId }, lock: { mode: 'pessimistic_write' } });
      if (!item) throw notFound('Deleted file');
      await forgetTrashItem(tx, itemId);
      if (item.staged) await this.stageAgain(tx, item, item.staged);
      else await this.showAgain(tx, item, project);
      await bumpStagingRevision(tx, projectId);
      await recordActivity(tx, {
        projectId,
        type: 'file_restored',
        actorId: actor.userId,
        message: `Restored ${item.fileName}`,
        engineersOnly: item.staged !== null,
        ...(item.fileId && { fileId: item.fileId }),
      });
      publishProjectChange(
        tx,
        project,
        ...(item.staged ? (['staging'] as const) : (['files', 'tracks', 'staging'] as const)),
      );
      // This comes last. If the transaction fails afterwards, the next attempt finds the object at its former key.
      if (!(await bringBack(this.storage, item)))
        throw conflict('file_gone', `${item.fileName} is no longer in the store and cannot be restored`);
    });
  }

  private async showAgain(tx: Tx, item: TrashItem, project: Project): Promise<void> {
    const file =
      item.fileId && (await tx.manager.findOneBy(ProjectFile, { id: item.fileId, deletedAt: Not(IsNull()) }));
    if (!file) throw notRestorable(item);
    const shown = await tx.manager.countBy(ProjectFile, { projectId: project.id, deletedAt: IsNull() });
    if (shown >= MAX_PROJECT_FILES)
      throw conflict('too_many_files', `A project holds at most ${MAX_PROJECT_FILES} files`);
    // A client's own uploads count against the client already.
    if (file.fileType === 'upload' && file.uploadedBy !== item.clientId) {
      const { sizeBytes, fileName: what } = item;
      await assertClientHasRoom(tx, this.config, { clientId: file.uploadedBy, what, sizeBytes });
    }
    await bringFileBack(tx, file, item.slotId);
    await recheckRestored(tx, project.id, file.audioId);
  }

  private async stageAgain(tx: Tx, item: TrashItem, { contentType, ...staged }: StagedBefore): Promise<void> {
    const projectId = item.projectId!;
    const waiting = { projectId, status: In(['pending', 'assigned'] as const) };
    if ((await tx.manager.countBy(StagingFile, waiting)) >= MAX_STAGED)
      throw conflict(
        'too_many_files',
        `${MAX_STAGED} files are staged; release or delete some before ${item.fileName}`,
      );
    const { objectKey, sizeBytes } = item;
    const audioIds = await insertUploadedAudio(tx, [{ objectKey, sizeBytes, contentType }]);
    await stageFiles(tx, [{ deliverable: null, ...staged, projectId, audioId: audioIds.get(objectKey)! }]);
  }
}

const notRestorable = ({ fileName }: TrashItem) =>
  conflict('not_restorable', `${fileName} cannot be restored: its project or its entry there is gone`);
