import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import type { Project } from '../projects/project.entity.js';
import { Audio } from './audio.entity.js';
import { ProjectFile } from './file.entity.js';
import { canSeeFile } from './files.policy.js';

export interface VisibleFile {
  file: ProjectFile;
  project: Project;
  audio: Audio;
}

/** The one gate to files; whoever may not see one is told that it does not exist. */
@Injectable()
export class FileAccess {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** @throws AppError 404 for outsiders, and while the upload has not ended. */
  async visible(actor: Actor, fileId: string): Promise<VisibleFile> {
    const found = await this.find(actor, fileId);
    if (!found.file.completedAt || !canSeeFile(actor, found.file, found.project)) throw notFound('File');
    return found;
  }

  /** A file that the actor began to upload, ended or not. @throws AppError 404 for anybody else. */
  async ownUpload(actor: Actor, fileId: string): Promise<VisibleFile> {
    const found = await this.find(actor, fileId);
    if (found.file.uploadedBy !== actor.userId) throw notFound('File');
    return found;
  }

  private async find(actor: Actor, fileId: string): Promise<VisibleFile> {
    const { manager } = this.database;
    const file = await manager.findOneBy(ProjectFile, { id: fileId });
    if (!file || file.deletedAt) throw notFound('File');
    const project = await this.access.visible(actor, file.projectId, manager, 'File');
    return { file, project, audio: await manager.findOneByOrFail(Audio, { id: file.audioId }) };
  }
}
