import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { audioKindOf, contentTypeOf } from '../../platform/audio/sniff.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { cleanFileName } from '../../platform/storage/key.js';
import { Storage } from '../../platform/storage/storage.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { PartsService } from './parts.service.js';
import type { UploadUrlsBody } from './staging.schema.js';
import { UploadIntent } from './upload-intent.entity.js';
import { checkSize, RejectedFile, sameFiles, stagingPrefix, type FileIdentity } from './upload-rules.js';

/** How long a browser may take to begin a transfer. */
const UPLOAD_EXPIRES_S = 6 * 3600;
/** Sending less than this again costs less than asking what is there. */
const MIN_PARTS_BYTES = 16 << 20;

type Dropped = UploadUrlsBody['files'][number] & FileIdentity;

interface Named {
  fileName: string;
  originalName: string;
  r2Key: string;
}
export interface UploadTicket extends Named {
  uploadUrl: string;
  method: 'PUT';
  headers: Record<string, string>;
  expiresAt: string;
}
/** A file that goes up in parts, or is there already. */
export interface PartsTicket extends Named {
  sentBytes: number;
}
export type UploadAnswer = UploadTicket | PartsTicket | { originalName: string; error: string };

interface Known extends FileIdentity {
  objectKey: string;
}

@Injectable()
export class TicketsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly parts: PartsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * One permission to upload for each good file, in the order asked; the intent outlives a closed tab. A resumable
   * request gets the same key again for a file that the same person has begun to upload, or has staged.
   */
  async uploadUrls(actor: Actor, projectId: string, body: UploadUrlsBody): Promise<UploadAnswer[]> {
    await this.access.forEngineer(actor, projectId);
    const { resumable } = body;
    const files = body.files.map((file): Dropped => ({
      ...file,
      folder: file.folder ?? null,
      lastModified: resumable ? (file.lastModified ?? null) : null,
    }));
    const known = resumable ? sameFiles(files, await this.known(actor.userId, projectId, files)) : null;
    const intents: Partial<UploadIntent>[] = [];
    const uploads: UploadAnswer[] = [];
    for (const file of files) {
      try {
        const knownKey = known?.get(file)?.objectKey;
        const sentBytes = knownKey === undefined ? null : await this.parts.sentBytes(knownKey);
        const intent = this.intent(actor.userId, projectId, file, sentBytes === null ? undefined : knownKey);
        const inParts = resumable && (sentBytes || file.sizeBytes >= MIN_PARTS_BYTES);
        uploads.push(inParts ? { ...named(intent), sentBytes: sentBytes ?? 0 } : await this.ticket(intent));
        if (sentBytes === null) intents.push(intent);
      } catch (error) {
        if (!(error instanceof RejectedFile)) throw error;
        uploads.push({ originalName: file.originalName, error: error.message });
      }
    }
    if (intents.length > 0) await this.database.manager.insert(UploadIntent, intents);
    return uploads;
  }

  private intent(userId: string, projectId: string, file: Dropped, knownKey?: string) {
    const { originalName, sizeBytes, folder, lastModified } = file;
    const kind = audioKindOf(originalName, file.contentType);
    if (!kind) throw new RejectedFile('wrong_type', `${originalName}: only WAV, AIFF, FLAC and MP3 files can be staged`);
    checkSize(originalName, sizeBytes, this.config.maxStagingBytes);
    const fileName = cleanFileName(originalName);
    const objectKey = knownKey ?? `${stagingPrefix(projectId)}${randomUUID()}/${fileName}`;
    const contentType = contentTypeOf(kind);
    return { objectKey, projectId, userId, fileName, originalName, folder, sizeBytes, contentType, lastModified };
  }

  private async ticket(intent: ReturnType<TicketsService['intent']>): Promise<UploadTicket> {
    const { objectKey, contentType, sizeBytes } = intent;
    const signed = await this.storage.signUpload(objectKey, { contentType, sizeBytes, expiresInS: UPLOAD_EXPIRES_S });
    return {
      ...named(intent),
      uploadUrl: signed.url,
      method: signed.method,
      headers: signed.headers,
      expiresAt: signed.expiresAt.toISOString(),
    };
  }

  /** The person's uploads of such names that are under way or staged and sound. */
  private async known(userId: string, projectId: string, files: Dropped[]): Promise<Known[]> {
    const names = files.map(({ originalName }) => originalName);
    const rows = await this.database.query<Known & { sizeBytes: string; lastModified: string }>(
      `SELECT object_key AS "objectKey", original_name AS "originalName", folder,
              size_bytes AS "sizeBytes", last_modified AS "lastModified"
       FROM upload_intents
       WHERE project_id = $1 AND user_id = $2 AND original_name = ANY($3) AND last_modified IS NOT NULL
       UNION ALL
       SELECT object_key, original_name, folder, size_bytes, last_modified
       FROM staging_files JOIN audio ON audio.id = audio_id
       WHERE project_id = $1 AND uploaded_by = $2 AND original_name = ANY($3) AND last_modified IS NOT NULL
         AND status <> 'released' AND hidden_at IS NULL AND state <> 'failed'`,
      [projectId, userId, names],
    );
    return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes), lastModified: Number(row.lastModified) }));
  }
}

const named = ({ objectKey, fileName, originalName }: { objectKey: string; fileName: string; originalName: string }): Named => ({
  fileName,
  originalName,
  r2Key: objectKey,
});
