import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { recordActivity } from '../activity/activity.writes.js';
import { Audio } from '../audio/audio.entity.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { adoptApproval, forgetVerdict, saveVerdict, settleApproval } from './approvals.writes.js';
import { ProjectFile } from './file.entity.js';
import { fileViews } from './file.view.js';
import { FileAccess } from './file-access.service.js';
import { fileReviewed } from './files.events.js';
import { canApprove } from './files.policy.js';
import type { FileView, GiveVerdict } from './files.schema.js';

/** Allows more than a person gives by hand. Each verdict sends a mail to the engineer. */
const VERDICTS_RULE = { window: 60, max: 60 };

/** The verdicts of people who decide on finals: approved, or changes requested. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Replaces the actor's earlier verdict on the same file.
   * @throws AppError 429, 403 for everyone who does not decide, 409 for a replaced version or a file that has not been
   * analysed yet.
   */
  async give(actor: Actor, fileId: string, { verdict, note }: GiveVerdict): Promise<FileView> {
    await this.limiter.enforce(`verdict:${actor.userId}`, VERDICTS_RULE);
    return this.change(actor, fileId, async (tx, project, file) => {
      if (await tx.manager.existsBy(ProjectFile, { ...replacing(fileId), projectId: project.id })) {
        throw conflict('replaced', `${file.originalName} has been replaced by a newer version`);
      }
      const { sha256 } = await tx.manager.findOneByOrFail(Audio, { id: file.audioId });
      if (!sha256)
        throw conflict('being_read', `${file.originalName} is still being analysed; please try again in a moment`);
      await saveVerdict(tx, { fileId, userId: actor.userId, verdict, note, sha256, createdAt: new Date() });
      await settleApproval(tx, project.id, fileId);
      await recordActivity(tx, {
        projectId: project.id,
        type: verdict === 'approved' ? 'file_approved' : 'changes_requested',
        actorId: actor.userId,
        message: `${verdict === 'approved' ? 'Approved' : 'Asked for changes to'} ${file.originalName}`,
        fileId,
      });
      tx.emit(fileReviewed, { fileId, actorId: actor.userId });
    });
  }

  /** Withdraws the actor's verdict. Idempotent. */
  takeBack(actor: Actor, fileId: string): Promise<FileView> {
    return this.change(actor, fileId, async (tx, project) => {
      await forgetVerdict(tx, fileId, actor.userId);
      await settleApproval(tx, project.id, fileId);
    });
  }

  private async change(
    actor: Actor,
    fileId: string,
    work: (tx: Tx, project: Project, file: ProjectFile) => Promise<void>,
  ): Promise<FileView> {
    const { file: known } = await this.files.visible(actor, fileId);
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, known.projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (!canApprove(actor, file, project))
        throw forbidden('Only the client, or a person who decides for them, can approve a master');
      await adoptApproval(tx, fileId);
      await work(tx, project, file);
      publishProjectChange(tx, project, 'files');
      const [view] = await fileViews(tx.manager, actor, project, [file]);
      return view!;
    });
  }
}

/** Conditions for the newer version of a file: completely uploaded and not deleted. */
const replacing = (fileId: string) => ({ parentFileId: fileId, completedAt: Not(IsNull()), deletedAt: IsNull() });
