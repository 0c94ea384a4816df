import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { audioKindOf, contentTypeOf, namedAs } from '../../audio-headers/containers.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, forbidden, noRoomLeft, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { assertKey, cleanFileName } from '../../platform/storage/key.js';
import { receiveObject } from '../../platform/storage/receive-object.js';
import { type MultipartUpload, type SignedObject, Storage, StorageError } from '../../platform/storage/storage.js';
import { recordActivity } from '../activity/activity.writes.js';
import type { Audio } from '../audio/audio.entity.js';
import { originalStored } from '../audio/audio.events.js';
import { announcedBytes, insertAudio, queueAnalyses, updateStored } from '../audio/audio.writes.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { Slot } from '../tracks/slot.entity.js';
import { fillSlot } from '../tracks/tracks.writes.js';
import { assertWithinQuota, quotaLeft } from '../uploads/quota.lib.js';
import { type StartedUpload, uploadedBytes, usesMultipart } from '../uploads/upload-parts.lib.js';
import {
  checkSize,
  isRefusedContent,
  tooLarge,
  type VerifiedUpload,
  verifyUpload,
} from '../uploads/verify-upload.lib.js';
import { ProjectFile } from './file.entity.js';
import { fileViews } from './file.view.js';
import { FileAccess } from './file-access.service.js';
import { FilePartsService } from './file-parts.service.js';
import { fileUploaded } from './files.events.js';
import { canUpload, isFinal } from './files.policy.js';
import { type FileView, MAX_PROJECT_FILES, type UploadPermission, type UploadUrlBody } from './files.schema.js';
import { addFile } from './files.writes.js';
import { sameUpload } from './same-upload.js';

/** Time within which a browser has to start the transfer. */
const UPLOAD_EXPIRES_S = 6 * 3600;

const newKey = (projectId: string, fileName: string) => `projects/${projectId}/files/${randomUUID()}/${fileName}`;

@Injectable()
export class FileUploadsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
    private readonly parts: FilePartsService,
    private readonly projects: ProjectsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts an upload, or finds the one that was started for the same file. The file stays hidden until the upload is
   * complete. With a known size, the browser sends it to the store by a signed URL or, if large, in parts; otherwise to
   * `PUT /api/files/upload/{id}`.
   */
  async begin(actor: Actor, body: UploadUrlBody): Promise<UploadPermission> {
    const { projectId, fileType, sizeBytes } = body;
    const project = await this.access.visible(actor, projectId);
    if (!canUpload(actor, fileType, project)) {
      throw forbidden(
        actor.role === 'client'
          ? 'Clients upload originals; masters come from the engineer'
          : 'Engineers upload masters, variations and revisions; originals come from the client',
      );
    }
    const kind = audioKindOf(body.fileName, body.contentType ?? '');
    if (!kind) {
      throw unprocessable('wrong_type', `${body.fileName}: only WAV, AIFF, FLAC and MP3 files can be uploaded`);
    }
    const contentType = contentTypeOf(kind);
    const originalName = namedAs(body.fileName, contentType);
    if (sizeBytes !== undefined) checkSize(originalName, sizeBytes, this.config.maxFileBytes);
    const parent = body.parentFileId ? await this.replaced(projectId, fileType, body.parentFileId) : null;
    if ((await this.database.manager.countBy(ProjectFile, { projectId, deletedAt: IsNull() })) >= MAX_PROJECT_FILES) {
      throw conflict('too_many_files', `A project holds at most ${MAX_PROJECT_FILES} files`);
    }
    const fileName = cleanFileName(originalName);
    const objectKey = newKey(projectId, fileName);
    // Sign before inserting: the sweeps would otherwise retry a key that the store rejects.
    assertKey(objectKey);
    const inOne = sizeBytes !== undefined && !usesMultipart(body.resumable ?? false, sizeBytes, null);
    const signed = inOne ? await this.sign({ objectKey, contentType, sizeBytes }) : null;
    const begun = await this.database.transaction(async (tx) => {
      // Before the quota's lock, as in `end`: the new row needs the project's row too, so the other order can deadlock.
      await this.access.lockVisible(tx, actor, projectId);
      const known = await sameUpload(tx, actor, { ...body, fileName: originalName });
      if (known) return known;
      const clientId = actor.role === 'client' ? actor.userId : null;
      const wanted = { projectId, clientId, what: originalName, sizeBytes: sizeBytes ?? 0 };
      await assertWithinQuota(tx, this.storage, this.config, wanted);
      const audio = await insertAudio(tx, { objectKey, sizeBytes: sizeBytes ?? 0, contentType });
      const file = await addFile(tx, {
        projectId,
        audioId: audio.id,
        fileName,
        originalName,
        fileType,
        uploadedBy: actor.userId,
        trackId: parent?.trackId ?? null,
        slotType: parent?.slotType ?? null,
        parentFileId: parent?.id ?? null,
        lastModified: body.lastModified ?? null,
        upload: signed?.upload ?? null,
      });
      return { ...audio, id: file.id, upload: file.upload };
    });
    const known = begun.objectKey !== objectKey;
    const sentBytes = known ? await uploadedBytes(this.storage, begun) : 0;
    const inParts = sizeBytes !== undefined && usesMultipart(body.resumable ?? false, sizeBytes, sentBytes);
    if (sizeBytes === undefined || inParts) {
      const uploadUrl = `${this.config.publicUrl}/api/files/upload/${begun.id}`;
      const headers = { 'Content-Type': begun.contentType };
      return { fileId: begun.id, uploadUrl, method: 'PUT', headers, sentBytes: inParts ? sentBytes : null };
    }
    const { url, method, headers } = known || !signed ? await this.signAgain(begun) : signed;
    return { fileId: begun.id, uploadUrl: url, method, headers, sentBytes: null };
  }

  private sign({ objectKey, contentType, sizeBytes }: Omit<StartedUpload, 'upload'>): Promise<SignedObject> {
    return this.storage.signUpload(objectKey, { contentType, sizeBytes, expiresInS: UPLOAD_EXPIRES_S });
  }

  private async signAgain(begun: StartedUpload & { id: string }): Promise<SignedObject> {
    const signed = await this.sign(begun);
    if (signed.upload) {
      await this.database.manager.update(
        ProjectFile,
        { id: begun.id, completedAt: IsNull() },
        { upload: signed.upload },
      );
    }
    return signed;
  }

  /**
   * Completes an upload by signed URL. Idempotent. A rejected file is deleted, otherwise it would be listed as an
   * interrupted upload.
   * @throws AppError 409 when nothing arrived, 413 or 422 when the content is rejected.
   */
  async complete(actor: Actor, fileId: string): Promise<FileView> {
    const { file, audio } = await this.files.ownUpload(actor, fileId);
    if (file.completedAt) return this.view(actor, fileId);
    const { objectKey, sizeBytes } = audio;
    try {
      const arrived = await this.check(file, objectKey, file.upload, sizeBytes || null);
      await this.end(actor, file, arrived, null);
    } catch (error) {
      if (isRefusedContent(error)) await this.parts.cancel(actor, fileId);
      throw error;
    }
    return this.view(actor, fileId);
  }

  /** Stores the raw body of a request and completes the upload with it. Each attempt uses its own key. */
  async receive(actor: Actor, fileId: string, request: IncomingMessage): Promise<FileView> {
    const { file, audio } = await this.files.ownUpload(actor, fileId);
    const name = file.originalName;
    if (file.completedAt) throw alreadyUploaded(name);
    const objectKey = newKey(file.projectId, file.fileName);
    try {
      const stored = await this.store(file, objectKey, audio, request);
      const arrived = await this.check(file, objectKey, null, stored.sizeBytes);
      const ended = await this.end(actor, file, arrived, stored.sha256);
      if (!ended) throw alreadyUploaded(name);
    } catch (error) {
      // Only delete the object after a definite refusal: after any other error the commit may have succeeded. The sweep
      // decides later.
      if (error instanceof AppError) await this.storage.delete(objectKey);
      throw error;
    }
    return this.view(actor, fileId);
  }

  private async store(file: ProjectFile, key: string, audio: Audio, request: IncomingMessage) {
    const { originalName: name } = file;
    const { contentType } = audio;
    const announced = audio.sizeBytes || null;
    const { maxBytes, exceeded } = announced
      ? { maxBytes: this.config.maxFileBytes, exceeded: tooLarge(name, this.config.maxFileBytes) }
      : await this.allowedBytes(file, request);
    try {
      return await receiveObject(request, this.storage, key, {
        contentType,
        maxBytes,
        ...(announced && { sizeBytes: announced }),
      });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (error.code === 'too_large') throw exceeded;
      if (error.code === 'size_mismatch') {
        throw unprocessable('size_mismatch', `${name} did not arrive completely: ${error.message}`);
      }
      if (error.code === 'full') throw noRoomLeft(`There is no room left to store ${name}`);
      throw error;
    }
  }

  /**
   * Maximum body size of an upload that was announced without its size. Several simultaneous uploads may each be within
   * the quota, so `end` checks again under its lock.
   */
  private allowedBytes(file: ProjectFile, request: IncomingMessage): Promise<{ maxBytes: number; exceeded: AppError }> {
    const { originalName: what } = file;
    const { maxFileBytes } = this.config;
    const declared = Number(request.headers['content-length'] ?? 0);
    return this.database.transaction(async (tx) => {
      const left = await quotaLeft(tx, this.storage, this.config, this.wanted(file));
      if (declared > Math.min(left.bytes, maxFileBytes)) {
        throw left.bytes < maxFileBytes ? left.exceeded : tooLarge(what, maxFileBytes);
      }
      return left.bytes < maxFileBytes
        ? { maxBytes: Math.max(0, left.bytes), exceeded: left.exceeded }
        : { maxBytes: maxFileBytes, exceeded: tooLarge(what, maxFileBytes) };
    });
  }

  private wanted({ projectId, originalName: what, fileType, uploadedBy }: ProjectFile) {
    return { projectId, clientId: fileType === 'upload' ? uploadedBy : null, what };
  }

  private check(
    { originalName: name }: ProjectFile,
    objectKey: string,
    upload: MultipartUpload | null,
    sizeBytes: number | null,
  ): Promise<VerifiedUpload> {
    const { maxFileBytes: maxBytes } = this.config;
    return verifyUpload(this.storage, { objectKey, upload }, { name, sizeBytes, maxBytes });
  }

  private async replaced(projectId: string, fileType: string, parentFileId: string): Promise<ProjectFile> {
    const parent = await this.database.manager.findOneBy(ProjectFile, {
      id: parentFileId,
      projectId,
      deletedAt: IsNull(),
    });
    if (!parent?.completedAt || isFinal(parent) !== (fileType !== 'upload')) throw notFound('The file to replace');
    return parent;
  }

  /**
   * Makes the file visible; its checksum may still be unknown. Returns false when another request has completed the
   * same upload.
   */
  private end(
    actor: Actor,
    { id: fileId, projectId }: ProjectFile,
    arrived: VerifiedUpload,
    sha256: string | null,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (file.completedAt) return false;
      // Simultaneous uploads could each have claimed the remaining bytes.
      const announced = await announcedBytes(tx, file.audioId);
      if (arrived.sizeBytes > announced) {
        const sizeBytes = arrived.sizeBytes - announced;
        await assertWithinQuota(tx, this.storage, this.config, { ...this.wanted(file), sizeBytes });
      }
      await updateStored(tx, file.audioId, { ...arrived, sha256 });
      await tx.query('UPDATE files SET completed_at = now() WHERE id = $1', [fileId]);
      if (file.parentFileId) await takeSlot(tx, file, file.parentFileId);
      await this.afterUpload(tx, actor, project, file);
      return true;
    });
  }

  private async afterUpload(tx: Tx, actor: Actor, project: Project, file: ProjectFile): Promise<void> {
    const projectId = project.id;
    await bumpStagingRevision(tx, projectId);
    await recordActivity(tx, {
      projectId,
      type: 'file_uploaded',
      actorId: actor.userId,
      message: `Uploaded ${file.originalName}`,
      fileId: file.id,
    });
    if (isFinal(file)) await this.projects.advance(tx, projectId, 'masters_published', actor.userId);
    if (file.fileType === 'upload') tx.emit(originalStored, { audioId: file.audioId });
    else queueAnalyses(tx, [file.audioId]);
    tx.emit(fileUploaded, { fileId: file.id, actorId: actor.userId });
    publishProjectChange(tx, project, 'files');
    if (file.parentFileId) publishProjectChange(tx, project, 'tracks');
  }

  private async view(actor: Actor, fileId: string): Promise<FileView> {
    const { file, project } = await this.files.visible(actor, fileId);
    const [view] = await fileViews(this.database.manager, actor, project, [file]);
    return view!;
  }
}

/**
 * A revision takes the slot of the file it replaces. If that file was deleted or replaced during the upload, the
 * revision takes the same slot and replaces its current file.
 */
async function takeSlot(tx: Tx, { id: fileId, trackId, slotType }: ProjectFile, replaced: string): Promise<void> {
  const { manager } = tx;
  const held = await manager.findOneBy(Slot, { fileId: replaced });
  const slot = held ?? (trackId && slotType ? await manager.findOneBy(Slot, { trackId, slotType }) : null);
  if (!slot) return;
  if (slot.fileId && slot.fileId !== replaced) {
    await manager.update(ProjectFile, { id: fileId }, { parentFileId: slot.fileId });
  }
  await fillSlot(tx, slot.id, { fileId });
}

const alreadyUploaded = (name: string) => conflict('already_uploaded', `${name} has already been uploaded`);
