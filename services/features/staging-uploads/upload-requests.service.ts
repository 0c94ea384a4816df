import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { audioKindOf, contentTypeOf, namedAs } from '../../audio-headers/containers.js';
import type { KnownTrack } from '../../file-kinds/deliverables.js';
import { documentTypeOf } from '../../file-kinds/documents.js';
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
import { announceFiles, type NewIncomingFile } from '../staged-files/incoming-files.writes.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { MAX_STAGED, type StagingFileView } from '../staging/staging.schema.js';
import { findIncoming, stagingViews } from '../staging/staging-rows.view.js';
import { type InlineResult, InlineSuggestions } from '../suggestions/inline-suggestions.service.js';
import { Track } from '../tracks/track.entity.js';
import { assertWithinQuota } from '../uploads/quota.lib.js';
import { usesMultipart } from '../uploads/upload-parts.lib.js';
import { checkSize } from '../uploads/verify-upload.lib.js';
import { MultipartService } from './multipart.service.js';
import { maxBytesOf, recogniseAnnounced } from './recognise.lib.js';
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

type UploadOwner = Pick<NewIncomingFile, 'projectId' | 'uploadedBy'>;

interface Upload {
  file: NewIncomingFile;
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
    const owner = { projectId, uploadedBy: actor.userId };
    const files = body.files.map((file): DroppedFile => ({
      ...file,
      originalName: nameOf(file),
      folder: file.folder ?? null,
      lastModified: resumable ? (file.lastModified ?? null) : null,
    }));
    const known = resumable
      ? sameFiles(files, await this.known(this.database, owner, files))
      : new Map<DroppedFile, ExistingUpload>();
    const waiting = { projectId, status: In(['pending', 'assigned']) };
    const tracks = await this.database.manager.findBy(Track, { projectId });
    let room = MAX_STAGED - (await this.database.manager.countBy(StagingFile, waiting));
    const uploads: (Upload | RefusedFile)[] = [];
    for (const file of files) {
      try {
        const upload = this.newFile(owner, file, tracks);
        const knownKey = known.get(file)?.objectKey;
        const sentBytes = knownKey === undefined ? null : await this.parts.sentBytes(knownKey);
        if (sentBytes !== null) upload.objectKey = knownKey!;
        else if (room-- <= 0)
          throw conflict(
            'staging_full',
            `${MAX_STAGED} files are staged; release or delete some before ${file.originalName}`,
          );
        uploads.push({ file: upload, sentBytes });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        uploads.push({ originalName: file.originalName, error: error.message });
      }
    }
    const dead = new Set([...known.values()].map(({ objectKey }) => objectKey));
    const begun = uploads.flatMap((upload) => ('file' in upload && upload.sentBytes === null ? [upload.file] : []));
    // An upload that the store would refuse must fail before its row is stored, because every sweep would retry it.
    const signed = new Map<string, UploadPermission>();
    const whole = begun.filter((file) => !usesMultipart(resumable, file.sizeBytes, null));
    await Promise.all(whole.map(async (file) => signed.set(file.objectKey, await this.firstPermission(file))));
    const incoming = begun.length > 0 ? await this.begin(actor, project, begun, dead) : [];
    const answers = uploads.map(async (upload) => ('file' in upload ? this.answer(upload, resumable, signed) : upload));
    return { uploads: await Promise.all(answers), incoming };
  }

  /** The user's unregistered uploads in the project that can be resumed, ordered by name. */
  async unfinished(actor: Actor, projectId: string): Promise<UnfinishedUpload[]> {
    await this.access.forEngineer(actor, projectId);
    const files = await findIncoming(
      this.database.manager,
      { projectId, uploadedBy: actor.userId, lastModified: Not(IsNull()) },
      { order: { folder: 'ASC', originalName: 'ASC', objectKey: 'ASC' }, take: UNFINISHED_SHOWN },
    );
    return files.map(({ objectKey, originalName, folder, sizeBytes }) => ({
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
    files: NewIncomingFile[],
    looked: Set<string>,
  ): Promise<StagingFileView[]> {
    const announced = files.filter(({ deliverable }) => !deliverable).map((file) => ({ ...file, id: file.objectKey }));
    const early = await this.suggestions.compute(known, announced);
    const owner = { projectId: known.id, uploadedBy: actor.userId };
    return this.structure.change(actor, known.id, async (tx, project) => {
      const since = (await this.known(tx, owner, files)).filter(({ objectKey }) => !looked.has(objectKey));
      const others = sameFiles(files, since);
      for (const [file, { objectKey }] of others) file.objectKey = objectKey;
      const added = files.filter((file) => !others.has(file));
      const [first] = added;
      if (!first) return [];
      const sizeBytes = added.reduce((sum, file) => sum + file.sizeBytes, 0);
      const what = added.length === 1 ? first.originalName : `these ${added.length} files`;
      await assertWithinQuota(tx, this.storage, this.config, { projectId: known.id, clientId: null, what, sizeBytes });
      const isCurrent = early && others.size === 0 && (await this.suggestions.note(tx, project, early));
      const suggested = new Map(isCurrent ? early.announced.map((file) => [file.id, asSuggested(file)]) : []);
      const rows = added.map((file) => ({ ...(suggested.get(file.objectKey) ?? NOTHING_SUGGESTED), ...file }));
      const incoming = await announceFiles(tx, rows);
      return stagingViews(
        tx.manager,
        incoming.map((file) => ({ file, audio: null })),
      );
    });
  }

  private newFile(
    { projectId, uploadedBy }: UploadOwner,
    file: DroppedFile,
    tracks: readonly KnownTrack[],
  ): NewIncomingFile {
    const { originalName, sizeBytes, folder, lastModified } = file;
    const kind = audioKindOf(originalName, file.contentType);
    const contentType = kind ? contentTypeOf(kind) : documentTypeOf(originalName);
    if (!contentType) {
      throw unprocessable(
        'wrong_type',
        `${originalName}: only WAV, AIFF, FLAC and MP3 files can be staged, and ZIP, PDF, text, Word and picture files as other deliverables`,
      );
    }
    const header = file.header ?? null;
    const deliverable = recogniseAnnounced({ originalName, folder, header }, tracks);
    checkSize(originalName, sizeBytes, maxBytesOf(this.config, originalName, deliverable));
    const fileName = cleanFileName(originalName);
    const objectKey = `${stagingPrefix(projectId)}${randomUUID()}/${fileName}`;
    assertKey(objectKey);
    const upload = null;
    return {
      objectKey,
      projectId,
      uploadedBy,
      fileName,
      originalName,
      folder,
      sizeBytes,
      contentType,
      lastModified,
      upload,
      header,
      deliverable,
    };
  }

  private async answer(
    { file, sentBytes }: Upload,
    resumable: boolean,
    signed: Map<string, UploadPermission>,
  ): Promise<UploadAnswer> {
    if (usesMultipart(resumable, file.sizeBytes, sentBytes)) return { ...named(file), sentBytes: sentBytes ?? 0 };
    return signed.get(file.objectKey) ?? permission(file, await this.parts.signWhole(file, UPLOAD_EXPIRES_S));
  }

  private async firstPermission(file: NewIncomingFile): Promise<UploadPermission> {
    const { objectKey, contentType, sizeBytes } = file;
    const signed = await this.storage.signUpload(objectKey, { contentType, sizeBytes, expiresInS: UPLOAD_EXPIRES_S });
    file.upload = signed.upload;
    return permission(file, signed);
  }

  /** The user's files with these names that are being uploaded, or are staged and readable. */
  private async known(
    database: Pick<Tx, 'query'>,
    { projectId, uploadedBy }: UploadOwner,
    files: FileIdentity[],
  ): Promise<ExistingUpload[]> {
    const names = files.map(({ originalName }) => originalName);
    const rows = await database.query<ExistingUpload & { sizeBytes: string; lastModified: string }>(
      `SELECT coalesce(upload_key, object_key) AS "objectKey", original_name AS "originalName", folder,
              coalesce(upload_bytes, size_bytes) AS "sizeBytes", last_modified AS "lastModified"
       FROM staging_files LEFT JOIN audio ON audio.id = audio_id
       WHERE project_id = $1 AND uploaded_by = $2 AND original_name = ANY($3) AND last_modified IS NOT NULL
         AND status <> 'released' AND hidden_at IS NULL AND state IS DISTINCT FROM 'failed'`,
      [projectId, uploadedBy, names],
    );
    return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes), lastModified: Number(row.lastModified) }));
  }
}

/** Documents are recognised by their extension; audio gets that of its type. */
function nameOf({ originalName, contentType }: UploadUrlsBody['files'][number]): string {
  const kind = documentTypeOf(originalName) ? null : audioKindOf(originalName, contentType);
  return kind ? namedAs(originalName, contentTypeOf(kind)) : originalName;
}

/** Values for an upload without suggestions. */
const NOTHING_SUGGESTED = { suggestions: [], verdict: null, words: [], question: null, guessedSlot: null };

const asSuggested = ({ suggestions, verdict, words, question }: InlineResult['announced'][number]) => ({
  suggestions,
  verdict,
  words,
  question,
  guessedSlot: suggestions[0]?.slotType ?? null,
});

const permission = (file: NewIncomingFile, { url, method, headers, expiresAt }: SignedUpload): UploadPermission => ({
  ...named(file),
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
