import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { audioKindOf, contentTypeOf } from '../../platform/audio/sniff.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { assertKey, cleanFileName } from '../../platform/storage/key.js';
import { type SignedUpload, Storage } from '../../platform/storage/storage.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { UploadIntent } from '../staged-files/upload-intent.entity.js';
import { addUploads } from '../staged-files/upload-intents.writes.js';
import { MAX_STAGED, type StagingFileView } from '../staging/staging.schema.js';
import { incomingViews } from '../staging/staging-rows.view.js';
import { type InlineResult, InlineSuggestions } from '../suggestions/inline-suggestions.service.js';
import { assertWithinQuota } from '../uploads/quota.lib.js';
import { usesMultipart } from '../uploads/upload-parts.lib.js';
import { checkSize } from '../uploads/verify-upload.lib.js';
import { MultipartService } from './multipart.service.js';
import { type FileIdentity, sameFiles, stagingPrefix } from './upload-rules.js';
import type { UnfinishedUpload, UploadUrlsBody } from './uploads.schema.js';

/** Time within which a browser has to start the transfer. */
const UPLOAD_EXPIRES_S = 6 * 3600;
/** The number of uploads that one call can cancel. */
const UNFINISHED_SHOWN = 500;

type DroppedFile = UploadUrlsBody['files'][number] & FileIdentity;

interface RequestedFile {
  fileName: string;
  originalName: string;
  r2Key: string;
}
export interface UploadPermission extends RequestedFile {
  uploadUrl: string;
  method: 'PUT';
  headers: Record<string, string>;
  expiresAt: string;
}
/** A file that is sent in parts, or has already arrived. */
export interface PartsPermission extends RequestedFile {
  sentBytes: number;
}
interface RefusedFile {
  originalName: string;
  error: string;
}
export type UploadAnswer = UploadPermission | PartsPermission | RefusedFile;

interface UploadOwner {
  projectId: string;
  userId: string;
}
type NewIntent = Pick<
  UploadIntent,
  'objectKey' | 'fileName' | 'contentType' | 'upload' | 'header' | keyof UploadOwner | keyof FileIdentity
>;

interface Upload {
  intent: NewIntent;
  /** Null for a new file. */
  sentBytes: number | null;
}

interface ExistingUpload extends FileIdentity {
  objectKey: string;
}

@Injectable()
export class UploadRequestsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly parts: MultipartService,
    private readonly structure: ProjectStructure,
    private readonly suggestions: InlineSuggestions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns an upload permission for each usable file, in the order of the request, and stores it, so that it outlives
   * a closed tab. A resumable request gets the same key again for a file that the same user has begun to upload or has
   * staged. The reply contains the new files as the staging list shows them.
   */
  async uploadUrls(
    actor: Actor,
    projectId: string,
    body: UploadUrlsBody,
  ): Promise<{ uploads: UploadAnswer[]; incoming: StagingFileView[] }> {
    const project = await this.access.forEngineer(actor, projectId);
    const { resumable } = body;
    const owner = { projectId, userId: actor.userId };
    const files = body.files.map((file): DroppedFile => ({
      ...file,
      folder: file.folder ?? null,
      lastModified: resumable ? (file.lastModified ?? null) : null,
    }));
    const known = resumable
      ? sameFiles(files, await this.known(this.database, owner, files))
      : new Map<DroppedFile, ExistingUpload>();
    const waiting = { projectId, status: In(['pending', 'assigned']) };
    let room = MAX_STAGED - (await this.database.manager.countBy(StagingFile, waiting));
    const uploads: (Upload | RefusedFile)[] = [];
    for (const file of files) {
      try {
        const intent = this.intent(owner, file);
        const knownKey = known.get(file)?.objectKey;
        const sentBytes = knownKey === undefined ? null : await this.parts.sentBytes(knownKey);
        if (sentBytes !== null) intent.objectKey = knownKey!;
        else if (room-- <= 0)
          throw conflict(
            'staging_full',
            `${MAX_STAGED} files are staged; release or delete some before ${file.originalName}`,
          );
        uploads.push({ intent, sentBytes });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        uploads.push({ originalName: file.originalName, error: error.message });
      }
    }
    const dead = new Set([...known.values()].map(({ objectKey }) => objectKey));
    const begun = uploads.flatMap((upload) => ('intent' in upload && upload.sentBytes === null ? [upload.intent] : []));
    // An upload that the store would refuse must fail before its row is stored, because every sweep would retry it.
    const signed = new Map<string, UploadPermission>();
    const whole = begun.filter((intent) => !usesMultipart(resumable, intent.sizeBytes, null));
    await Promise.all(whole.map(async (intent) => signed.set(intent.objectKey, await this.firstPermission(intent))));
    const incoming = begun.length > 0 ? await this.begin(actor, project, begun, dead) : [];
    const answers = uploads.map(async (upload) =>
      'intent' in upload ? this.answer(upload, resumable, signed) : upload,
    );
    return { uploads: await Promise.all(answers), incoming };
  }

  /** The user's unregistered uploads in the project that can be resumed, ordered by name. */
  async unfinished(actor: Actor, projectId: string): Promise<UnfinishedUpload[]> {
    await this.access.forEngineer(actor, projectId);
    const intents = await this.database.manager.find(UploadIntent, {
      select: { objectKey: true, originalName: true, folder: true, sizeBytes: true },
      where: { projectId, userId: actor.userId, lastModified: Not(IsNull()) },
      order: { folder: 'ASC', originalName: 'ASC', objectKey: 'ASC' },
      take: UNFINISHED_SHOWN,
    });
    return intents.map(({ objectKey, originalName, folder, sizeBytes }) => ({
      r2Key: objectKey,
      originalName,
      folder,
      sizeBytes,
    }));
  }

  /** Stores new uploads. If another tab has announced the same file in the meantime, its key is used instead. */
  private async begin(
    actor: Actor,
    known: Project,
    intents: NewIntent[],
    looked: Set<string>,
  ): Promise<StagingFileView[]> {
    const announced = intents.map((intent) => ({ ...intent, id: intent.objectKey }));
    const early = await this.suggestions.compute(known, announced);
    const owner = { projectId: known.id, userId: actor.userId };
    return this.structure.change(actor, known.id, async (tx, project) => {
      const since = (await this.known(tx, owner, intents)).filter(({ objectKey }) => !looked.has(objectKey));
      const others = sameFiles(intents, since);
      for (const [intent, { objectKey }] of others) intent.objectKey = objectKey;
      const added = intents.filter((intent) => !others.has(intent));
      const [first] = added;
      if (!first) return [];
      const sizeBytes = added.reduce((sum, intent) => sum + intent.sizeBytes, 0);
      const what = added.length === 1 ? first.originalName : `these ${added.length} files`;
      await assertWithinQuota(tx, this.storage, this.config, { projectId: known.id, clientId: null, what, sizeBytes });
      const isCurrent = early && others.size === 0 && (await this.suggestions.note(tx, project, early));
      const suggested = new Map(isCurrent ? early.announced.map((file) => [file.id, asSuggested(file)]) : []);
      const rows = added.map((intent) =>
        tx.manager.create(UploadIntent, { ...(suggested.get(intent.objectKey) ?? NOTHING_SUGGESTED), ...intent }),
      );
      await addUploads(tx, rows);
      return incomingViews(tx.manager, rows);
    });
  }

  private intent({ projectId, userId }: UploadOwner, file: DroppedFile): NewIntent {
    const { originalName, sizeBytes, folder, lastModified } = file;
    const kind = audioKindOf(originalName, file.contentType);
    if (!kind) throw unprocessable('wrong_type', `${originalName}: only WAV, AIFF, FLAC and MP3 files can be staged`);
    checkSize(originalName, sizeBytes, this.config.maxStagingBytes);
    const fileName = cleanFileName(originalName);
    const objectKey = `${stagingPrefix(projectId)}${randomUUID()}/${fileName}`;
    assertKey(objectKey);
    const contentType = contentTypeOf(kind);
    const upload = null;
    const header = file.header ?? null;
    return {
      objectKey,
      projectId,
      userId,
      fileName,
      originalName,
      folder,
      sizeBytes,
      contentType,
      lastModified,
      upload,
      header,
    };
  }

  private async answer(
    { intent, sentBytes }: Upload,
    resumable: boolean,
    signed: Map<string, UploadPermission>,
  ): Promise<UploadAnswer> {
    if (usesMultipart(resumable, intent.sizeBytes, sentBytes)) return { ...named(intent), sentBytes: sentBytes ?? 0 };
    return signed.get(intent.objectKey) ?? permission(intent, await this.parts.signWhole(intent, UPLOAD_EXPIRES_S));
  }

  /** Values for an upload without suggestions. */
  private async firstPermission(intent: NewIntent): Promise<UploadPermission> {
    const { objectKey, contentType, sizeBytes } = intent;
    const signed = await this.storage.signUpload(objectKey, { contentType, sizeBytes, expiresInS: UPLOAD_EXPIRES_S });
    intent.upload = signed.upload;
    return permission(intent, signed);
  }

  /** The user's files with these names that are being uploaded, or are staged and readable. */
  private async known(
    database: Pick<Tx, 'query'>,
    { projectId, userId }: UploadOwner,
    files: FileIdentity[],
  ): Promise<ExistingUpload[]> {
    const names = files.map(({ originalName }) => originalName);
    const rows = await database.query<ExistingUpload & { sizeBytes: string; lastModified: string }>(
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

const NOTHING_SUGGESTED = { suggestions: [], verdict: null, words: [], question: null, guessedSlot: null };

const asSuggested = ({ suggestions, verdict, words, question }: InlineResult['announced'][number]) => ({
  suggestions,
  verdict,
  words,
  question,
  guessedSlot: suggestions[0]?.slotType ?? null,
});

const permission = (intent: NewIntent, { url, method, headers, expiresAt }: SignedUpload): UploadPermission => ({
  ...named(intent),
  uploadUrl: url,
  method,
  headers,
  expiresAt: expiresAt.toISOString(),
});

const named = ({
  objectKey,
  fileName,
  originalName,
}: {
  objectKey: string;
  fileName: string;
  originalName: string;
}): RequestedFile => ({
  fileName,
  originalName,
  r2Key: objectKey,
});
