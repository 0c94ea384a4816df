import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { type MultipartUpload, type SignedUpload, Storage } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { forgetIncoming, replaceMultipartUpload, saveMultipartUpload } from '../staged-files/incoming-files.writes.js';
import type { IncomingFile } from '../staged-files/staging-file.entity.js';
import { findIncoming } from '../staging/staging-rows.view.js';
import { missingParts, uploadedBytes } from '../uploads/upload-parts.lib.js';
import type { PartsView } from '../uploads/upload-parts.schema.js';
import { stagingPrefix } from './upload-rules.js';

type UploadTarget = Pick<IncomingFile, 'objectKey' | 'contentType' | 'sizeBytes'>;

/** Multipart uploads, which can be resumed. Only the object store knows which parts have arrived. */
@Injectable()
export class MultipartService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly structure: ProjectStructure,
  ) {}

  /**
   * Signs the next missing parts of an upload; the list is empty when all have arrived. Starts a multipart upload if
   * none exists or the old one has expired.
   */
  async missing(actor: Actor, projectId: string, objectKey: string): Promise<PartsView> {
    await this.access.forEngineer(actor, projectId);
    const file = await this.incoming(objectKey);
    if (file?.projectId !== projectId) return this.staged(projectId, objectKey);
    const missing = await missingParts(this.storage, file, (upload) => this.keep(file, upload));
    if (!missing) throw notFound('Upload');
    return missing;
  }

  /** Number of bytes of an upload that the store has received; null for an unknown upload. */
  async sentBytes(objectKey: string): Promise<number | null> {
    const object = await this.storage.head(objectKey);
    if (object) return object.sizeBytes;
    const file = await this.incoming(objectKey);
    return file && uploadedBytes(this.storage, file);
  }

  /** Cancels uploads. Files that are already staged stay. */
  async cancel(actor: Actor, projectId: string, keys: string[]): Promise<void> {
    const cancelled = await this.structure.change(actor, projectId, async (tx) => {
      const found = await findIncoming(tx.manager, { projectId, objectKey: In(keys) });
      await forgetIncoming(
        tx,
        found.map(({ objectKey }) => objectKey),
      );
      return found;
    });
    for (const { objectKey, upload } of cancelled) {
      if (upload) await this.storage.abortUpload(upload);
      await this.storage.delete(objectKey);
    }
  }

  private async staged(projectId: string, objectKey: string): Promise<PartsView> {
    const own = objectKey.startsWith(stagingPrefix(projectId));
    const audio = own ? await this.database.manager.findOneBy(Audio, { objectKey }) : null;
    if (!audio) throw notFound('Upload');
    return { sizeBytes: audio.sizeBytes, sentBytes: audio.sizeBytes, parts: [] };
  }

  private async incoming(objectKey: string): Promise<IncomingFile | null> {
    const [file] = await findIncoming(this.database.manager, { objectKey });
    return file ?? null;
  }

  private async keep(file: IncomingFile, upload: MultipartUpload): Promise<MultipartUpload | null> {
    if (await saveMultipartUpload(this.database, file, upload)) return upload;
    return (await this.incoming(file.objectKey))?.upload ?? null;
  }

  /**
   * Signs a request that sends the file in one piece. If the store uses a multipart upload for it, that upload is
   * stored too.
   */
  async signWhole({ objectKey, contentType, sizeBytes }: UploadTarget, expiresInS: number): Promise<SignedUpload> {
    const { upload, ...signed } = await this.storage.signUpload(objectKey, { contentType, sizeBytes, expiresInS });
    if (upload) await replaceMultipartUpload(this.database, objectKey, upload);
    return signed;
  }
}
