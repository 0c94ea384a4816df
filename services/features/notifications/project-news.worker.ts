import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { statusLabel } from '../../platform/domain-words.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { excerpt } from '../../platform/text.js';
import { ProjectFile } from '../files/file.entity.js';
import { fileDeleted, fileReviewed, fileUploaded } from '../files/files.events.js';
import { PersonVerdict } from '../files/person-verdict.entity.js';
import { Project } from '../projects/project.entity.js';
import { projectStatusChanged } from '../projects/projects.events.js';
import { finalsUnlocked } from '../projects/projects.policy.js';
import { mastersReleased } from '../staging/staging.events.js';
import { Notifier } from './notifier.service.js';
import { peopleToTell } from './recipients.lib.js';

/** Maximum length of a note's excerpt in a message, which may be shown in one line. */
const MAX_EXCERPT = 200;

type Payload<E extends { schema: z.ZodType }> = z.output<E['schema']>;

/** Notifies clients and engineers of files, releases and status changes. */
@Injectable()
export class ProjectNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
  ) {}

  @On(mastersReleased, { queue: 'news' })
  async released(release: Payload<typeof mastersReleased>, context: HandlerContext): Promise<void> {
    const { projectId, actorId, fileIds, masters, revisions } = release;
    const kind = masters && revisions ? 'new and revised' : masters ? 'new' : 'revised';
    const one = fileIds.length === 1;
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    // People who may download the finals are notified of the new edition instead (`DeliveryNewsWorker`).
    const except = project && finalsUnlocked(project) ? await peopleToTell(this.database, project, ['decides']) : [];
    const others = await this.database.manager.countBy(ProjectFile, { id: In(fileIds), deliverable: Not(IsNull()) });
    const noun = others === 0 ? 'master' : others === fileIds.length ? 'file' : 'masters and other file';
    const subject = one ? `A ${kind} ${noun}` : `${fileIds.length} ${kind} ${noun}s`;
    await this.news.tell(context, {
      projectId,
      actorId,
      to: 'people',
      except,
      type: masters ? 'masters_available' : 'revision_uploaded',
      about: { fileIds },
      message: ({ title }) => `${subject} ${one ? 'is' : 'are'} available in “${title}”`,
    });
  }

  @On(fileUploaded, { queue: 'news' })
  async uploaded({ fileId, actorId }: Payload<typeof fileUploaded>, context: HandlerContext): Promise<void> {
    const file = await this.database.manager.findOneBy(ProjectFile, { id: fileId });
    if (!file || file.deletedAt) return;
    const { projectId, fileType, originalName } = file;
    const shared = { projectId, actorId, about: { fileId } };
    if (fileType === 'upload') {
      await this.news.tell(context, {
        ...shared,
        to: 'engineer',
        type: 'file_uploaded',
        message: ({ title }, name) => `${name} uploaded ${originalName} to “${title}”`,
      });
      return;
    }
    const isRevision = fileType === 'revision';
    await this.news.tell(context, {
      ...shared,
      to: 'people',
      type: isRevision ? 'revision_uploaded' : 'masters_available',
      message: ({ title }) => `A ${isRevision ? 'revised' : 'new'} master is available in “${title}”: ${originalName}`,
    });
  }

  /** Reads the current verdict; one that was withdrawn in the meantime causes no notification. */
  @On(fileReviewed, { queue: 'news' })
  async reviewed({ fileId, actorId }: Payload<typeof fileReviewed>, context: HandlerContext): Promise<void> {
    const { manager } = this.database;
    const file = await manager.findOneBy(ProjectFile, { id: fileId });
    const approval = await manager.findOneBy(PersonVerdict, { fileId, userId: actorId });
    if (!file || file.deletedAt || !approval) return;
    const asks = approval.verdict === 'changes_requested';
    const did = asks ? 'asked for changes to' : 'approved';
    const note = approval.note ? `: ${excerpt(approval.note, MAX_EXCERPT)}` : '';
    await this.news.tell(context, {
      projectId: file.projectId,
      actorId,
      to: 'engineer',
      about: { fileId, ...(asks && { changesAsked: true }) },
      type: 'comment_on_masters',
      message: ({ title }, name) => `${name} ${did} ${file.originalName} in “${title}”${note}`,
    });
  }

  @On(fileDeleted, { queue: 'news' })
  async deleted(event: Payload<typeof fileDeleted>, context: HandlerContext): Promise<void> {
    const { fileId, projectId, actorId, fileType } = event;
    const file = await this.database.manager.findOneBy(ProjectFile, { id: fileId });
    if (!file) return;
    await this.news.tell(context, {
      projectId,
      actorId,
      about: { fileId },
      to: fileType === 'upload' ? 'engineer' : 'people',
      type: 'file_deleted',
      message: ({ title }, name) => `${name} deleted ${file.originalName} from “${title}”`,
    });
  }

  /** Messages may arrive in any order, so each names both the old and the new status. */
  @On(projectStatusChanged, { queue: 'news' })
  async statusChanged(change: Payload<typeof projectStatusChanged>, context: HandlerContext): Promise<void> {
    const { projectId, actorId, byHand, from, to } = change;
    if (!byHand) return;
    await this.news.tell(context, {
      projectId,
      actorId,
      to: 'people',
      type: 'project_status_updated',
      message: ({ title }) => `“${title}” went from ${statusLabel(from)} to ${statusLabel(to)}`,
    });
  }
}
