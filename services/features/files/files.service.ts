import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { recordActivity } from '../activity/activity.service.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { tellProject } from '../projects/projects.events.js';
import { isItsEngineer } from '../projects/projects.policy.js';
import { changeStructure } from '../projects/structure.events.js';
import { dropAudio } from '../sound/audio.service.js';
import { Track } from '../tracks/track.entity.js';
import { ProjectFile } from './file.entity.js';
import { fileViews } from './file.view.js';
import { FileAccess } from './file-access.service.js';
import { fileDeleted } from './files.events.js';
import { canDelete } from './files.policy.js';
import { type FileView, MAX_PROJECT_FILES } from './files.schema.js';

@Injectable()
export class FilesService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
  ) {}

  /** All files of a project that the actor may see, by track, newest first in each; those without a track last. */
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
    if (!isItsEngineer(actor, project)) {
      query.andWhere(`(file.fileType <> 'upload' OR file.uploadedBy = :userId)`, { userId: actor.userId });
    }
    return fileViews(manager, actor, project, await query.getMany());
  }

  async get(actor: Actor, fileId: string): Promise<FileView> {
    const { file, project } = await this.files.visible(actor, fileId);
    const [view] = await fileViews(this.database.manager, actor, project, [file]);
    return view!;
  }

  /** Hides the file, gives its slot back to the file it replaced, and lets its object go after the commit. */
  async delete(actor: Actor, fileId: string): Promise<void> {
    const { file: known } = await this.files.visible(actor, fileId);
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, known.projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (!canDelete(actor, file, project)) throw forbidden('Only those who uploaded a file may delete it');
      await tx.query('UPDATE files SET deleted_at = now() WHERE id = $1', [fileId]);
      await giveSlotBack(tx, file);
      await tx.query(`DELETE FROM staging_files WHERE audio_id = $1 AND status = 'released'`, [file.audioId]);
      await dropAudio(tx, file.audioId);
      await changeStructure(tx, project.id);
      await recordActivity(tx, {
        projectId: project.id,
        type: 'file_deleted',
        actorId: actor.userId,
        message: `Deleted ${file.originalName}`,
        fileId,
      });
      tx.emit(fileDeleted, { fileId, projectId: project.id, actorId: actor.userId, fileType: file.fileType });
      tellProject(tx, project, 'files', 'tracks', 'staging');
    });
  }
}

/** The slot takes the nearest file behind the deleted one that is still there and in no other slot; else it is empty. */
async function giveSlotBack(tx: Tx, file: ProjectFile): Promise<void> {
  await tx.query(
    `WITH RECURSIVE older AS (
       SELECT parent_file_id AS id, 1 AS depth FROM files WHERE id = $1
       UNION ALL
       SELECT files.parent_file_id, older.depth + 1 FROM older JOIN files ON files.id = older.id WHERE older.depth < 1000
     )
     UPDATE slots SET file_id = (
       SELECT files.id FROM older JOIN files ON files.id = older.id
       WHERE files.deleted_at IS NULL AND files.completed_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM slots taken WHERE taken.file_id = files.id)
       ORDER BY older.depth LIMIT 1
     )
     WHERE file_id = $1`,
    [file.id],
  );
}

/** Whether the project has something that the client can hear and pays for. */
export const hasFinals = (manager: EntityManager, projectId: string): Promise<boolean> =>
  manager.existsBy(ProjectFile, {
    projectId,
    fileType: Not('upload' as const),
    completedAt: Not(IsNull()),
    deletedAt: IsNull(),
  });
