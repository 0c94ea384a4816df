import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { Track } from '../tracks/track.entity.js';
import { ProjectFile } from './file.entity.js';
import { fileViews } from './file.view.js';
import { FileAccess } from './file-access.service.js';
import { fileDeleted } from './files.events.js';
import { canDelete } from './files.policy.js';
import { type FileView, MAX_PROJECT_FILES } from './files.schema.js';
import { removeFile } from './files.writes.js';

@Injectable()
export class FilesService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
  ) {}

  /** All files of the project, ordered by track and newest first; files without a track come last. */
  async list(actor: Actor, projectId: string): Promise<FileView[]> {
    const project = await this.access.visible(actor, projectId);
    const { manager } = this.database;
    const query = manager
      .createQueryBuilder(ProjectFile, 'file')
      .leftJoin(Track, 'track', 'track.id = file.trackId')
      .where('file.projectId = :projectId AND file.completedAt IS NOT NULL AND file.deletedAt IS NULL', { projectId })
      .orderBy('track.trackNumber', 'ASC', 'NULLS LAST')
      .addOrderBy('file.createdAt', 'DESC')
      .addOrderBy('file.id', 'DESC')
      .limit(MAX_PROJECT_FILES);
    return fileViews(manager, actor, project, await query.getMany());
  }

  async get(actor: Actor, fileId: string): Promise<FileView> {
    const { file, project } = await this.files.visible(actor, fileId);
    const [view] = await fileViews(this.database.manager, actor, project, [file]);
    return view!;
  }

  /** Hides the file, restores the replaced file to its slot, and moves its object to the trash. */
  async delete(actor: Actor, fileId: string): Promise<void> {
    const { file: known } = await this.files.visible(actor, fileId);
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, known.projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (!canDelete(actor, file, project)) throw forbidden('Only the uploader or the engineer may delete a file');
      await removeFile(tx, file, actor.userId);
      await recordAudit(tx, { action: 'deleted', subject: `file ${file.originalName}`, subjectId: fileId });
      await bumpStagingRevision(tx, project.id);
      await recordActivity(tx, {
        projectId: project.id,
        type: 'file_deleted',
        actorId: actor.userId,
        message: `Deleted ${file.originalName}`,
        fileId,
      });
      tx.emit(fileDeleted, { fileId, projectId: project.id, actorId: actor.userId, fileType: file.fileType });
      publishProjectChange(tx, project, 'files', 'tracks', 'staging');
    });
  }
}

/** Whether the project has any finals. */
export const hasFinals = (manager: EntityManager, projectId: string): Promise<boolean> =>
  manager.existsBy(ProjectFile, {
    projectId,
    fileType: Not('upload' as const),
    completedAt: Not(IsNull()),
    deletedAt: IsNull(),
  });
