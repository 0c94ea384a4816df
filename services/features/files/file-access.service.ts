import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Audio } from '../audio/audio.entity.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { canSee } from '../projects/projects.policy.js';
import { ProjectFile } from './file.entity.js';

const FOR_POLICIES = ['id', 'studioId', 'clientId', 'status', 'invoiceStatus', 'losslessListening'] as const;

export interface VisibleFile {
  file: ProjectFile;
  project: Pick<Project, (typeof FOR_POLICIES)[number]>;
  audio: Audio;
}

/** The columns that sending the file needs. */
export interface ReadableFile {
  file: Pick<ProjectFile, 'id' | 'originalName' | 'fileType' | 'uploadedBy' | 'deliverable'>;
  project: VisibleFile['project'];
  audio: Pick<Audio, 'objectKey' | 'sizeBytes' | 'contentType' | 'sha256' | 'peaksKey' | 'previewKey' | 'losslessKey'>;
}

const READABLE = `
  SELECT
    json_build_object('id', file.id, 'originalName', original_name, 'fileType', file_type, 'uploadedBy', uploaded_by,
      'deliverable', deliverable) AS file,
    json_build_object('id', project.id, 'studioId', studio_id, 'clientId', client_id, 'status', project.status,
      'invoiceStatus', invoice_status, 'losslessListening', lossless_listening) AS project,
    json_build_object('objectKey', object_key, 'sizeBytes', size_bytes, 'contentType', content_type, 'sha256', sha256,
      'peaksKey', peaks_key, 'previewKey', preview_key, 'losslessKey', lossless_key) AS audio
  FROM files file JOIN ${LIVE_PROJECTS} project ON project.id = project_id JOIN audio ON audio.id = audio_id
  WHERE file.id = $1 AND completed_at IS NOT NULL AND deleted_at IS NULL`;

/** Checks access to files. A file that the actor may not see gets the same 404 as one that does not exist. */
@Injectable()
export class FileAccess {
  constructor(private readonly database: Database) {}

  /** @throws AppError 404 for outsiders, and while the upload is incomplete. */
  async visible(actor: Actor, fileId: string): Promise<VisibleFile> {
    const found = await this.find(actor, fileId);
    if (!found.file.completedAt) throw notFound('File');
    return found;
  }

  /** Like `visible`, but in one prepared statement, because a player requests many short ranges of a file. */
  async readable(actor: Actor, fileId: string): Promise<ReadableFile> {
    const [found] = await this.database.prepared<ReadableFile>('readable_file', READABLE, [fileId]);
    if (!found || !canSee(actor, found.project)) throw notFound('File');
    return found;
  }

  /** A file whose upload the actor started, complete or not. @throws AppError 404 for anyone else. */
  async ownUpload(actor: Actor, fileId: string): Promise<VisibleFile> {
    const found = await this.find(actor, fileId);
    if (found.file.uploadedBy !== actor.userId) throw notFound('File');
    return found;
  }

  private async find(actor: Actor, fileId: string): Promise<VisibleFile> {
    const found = (await this.database.manager
      .createQueryBuilder(ProjectFile, 'file')
      .innerJoinAndMapOne('file.project', Project, 'project', 'project.id = file.projectId')
      .innerJoinAndMapOne('file.audio', Audio, 'audio', 'audio.id = file.audioId')
      .select(['file', 'audio', ...FOR_POLICIES.map((name) => `project.${name}`)])
      .where('file.id = :fileId AND file.deletedAt IS NULL', { fileId })
      .getOne()) as (ProjectFile & Omit<VisibleFile, 'file'>) | null;
    if (!found || !canSee(actor, found.project)) throw notFound('File');
    const { project, audio, ...file } = found;
    return { file, project, audio };
  }
}
