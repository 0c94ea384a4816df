import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { IsNull } from 'typeorm';
import { audioKindOf, contentTypeOf, SNIFF_BYTES, sniffAudio } from '../../platform/audio/sniff.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { cleanFileName } from '../../platform/storage/key.js';
import { Storage } from '../../platform/storage/storage.js';
import { Audio } from '../files/audio.entity.js';
import { audioStored } from '../files/audio.events.js';
import { formatBytes } from '../../platform/bytes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { TracksService } from '../tracks/tracks.service.js';
import { StagingFile } from './staging-file.entity.js';
import { stagedRows, stagingViews } from './staging-rows.js';
import type { BulkUploadBody, StagingFileView, UploadUrlsBody } from './staging.schema.js';
import { UploadIntent } from './upload-intent.entity.js';

/** How long a browser may take to begin a transfer. */
const UPLOAD_EXPIRES_S = 6 * 3600;

type Declared = BulkUploadBody['files'][number];
type Upload = UploadUrlsBody['files'][number];

export interface UploadTicket {
  fileName: string;
  originalName: string;
  r2Key: string;
  uploadUrl: string;
  method: 'PUT';
  headers: Record<string, string>;
  expiresAt: string;
}
export type UploadAnswer = UploadTicket | { originalName: string; error: string };

export interface Rejected {
  originalName: string;
  r2Key: string;
  code: string;
  message: string;
}

/** What stands behind an upload that may become a staged file. */
interface Arrived {
  declared: Declared;
  contentType: string;
}

class RejectedFile extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const stagingPrefix = (projectId: string) => `projects/${projectId}/staging/`;

@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly projects: ProjectsService,
    private readonly tracks: TracksService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One signed upload for each good file, in the order asked; the intent outlives a closed tab. */
  async uploadUrls(actor: Actor, projectId: string, { files }: UploadUrlsBody): Promise<UploadAnswer[]> {
    await this.access.forEngineer(actor, projectId);
    const intents: Partial<UploadIntent>[] = [];
    const uploads: UploadAnswer[] = [];
    for (const file of files) {
      try {
        const { intent, ticket } = await this.ticket(projectId, actor.userId, file);
        intents.push(intent);
        uploads.push(ticket);
      } catch (error) {
        if (!(error instanceof RejectedFile)) throw error;
        uploads.push({ originalName: file.originalName, error: error.message });
      }
    }
    if (intents.length > 0) await this.database.manager.insert(UploadIntent, intents);
    return uploads;
  }

  /**
   * Makes staged files of objects that have arrived; a bad one is named and spoils nothing, a key that is registered
   * already answers its row. @throws 422 when none is good.
   */
  async register(
    actor: Actor,
    projectId: string,
    { files }: BulkUploadBody,
  ): Promise<{ stagingFiles: StagingFileView[]; rejected: Rejected[] }> {
    await this.access.forEngineer(actor, projectId);
    const rejected: Rejected[] = [];
    const checked = await Promise.all(
      files.map((declared) =>
        this.check(projectId, declared).catch((error: unknown) => {
          rejected.push(refusal(declared, error));
          return null;
        }),
      ),
    );
    const arrived = checked.filter((file) => file !== null);
    const stagingFiles = arrived.length > 0 ? await this.store(actor, projectId, arrived, rejected) : [];
    if (stagingFiles.length === 0) {
      throw unprocessable('no_good_file', rejected.map((file) => file.message).join('\n'), { rejected });
    }
    return { stagingFiles, rejected };
  }

  private async ticket(projectId: string, userId: string, file: Upload) {
    const { originalName, sizeBytes, folder = null } = file;
    const kind = audioKindOf(originalName, file.contentType);
    if (!kind) throw new RejectedFile('wrong_type', `${originalName}: only WAV, AIFF, FLAC and MP3 files can be staged`);
    this.checkSize(originalName, sizeBytes);
    const fileName = cleanFileName(originalName);
    const contentType = contentTypeOf(kind);
    const r2Key = `${stagingPrefix(projectId)}${randomUUID()}/${fileName}`;
    const signed = await this.storage.signUpload(r2Key, { contentType, sizeBytes, expiresInS: UPLOAD_EXPIRES_S });
    const ticket: UploadTicket = {
      fileName,
      originalName,
      r2Key,
      uploadUrl: signed.url,
      method: signed.method,
      headers: signed.headers,
      expiresAt: signed.expiresAt.toISOString(),
    };
    const intent = { objectKey: r2Key, projectId, userId, fileName, originalName, folder, sizeBytes, contentType };
    return { ticket, intent };
  }

  private checkSize(name: string, sizeBytes: number): void {
    if (sizeBytes === 0) throw new RejectedFile('empty', `${name} is empty`);
    const limit = this.config.maxStagingBytes;
    if (sizeBytes > limit) {
      throw new RejectedFile('too_large', `${name} is larger than ${formatBytes(limit)}`);
    }
  }

  private async check(projectId: string, declared: Declared): Promise<Arrived> {
    const { originalName: name, r2Key, sizeBytes } = declared;
    if (!r2Key.startsWith(stagingPrefix(projectId))) {
      throw new RejectedFile('wrong_project', `${name} was uploaded to another project`);
    }
    this.checkSize(name, sizeBytes);
    const { manager } = this.database;
    const intent = await manager.findOneBy(UploadIntent, { objectKey: r2Key });
    if (!intent && !(await manager.existsBy(Audio, { objectKey: r2Key }))) {
      throw new RejectedFile('not_uploaded', `${name} was not uploaded; please drop it again`);
    }
    const object = await this.storage.head(r2Key);
    if (!object) throw new RejectedFile('not_uploaded', `${name} has not arrived; please upload it again`);
    this.checkSize(name, object.sizeBytes);
    if (object.sizeBytes !== sizeBytes) {
      throw new RejectedFile('size_mismatch', `${name} has arrived with ${object.sizeBytes} bytes instead of ${sizeBytes}`);
    }
    const { body } = await this.storage.get(r2Key, { start: 0, end: SNIFF_BYTES - 1 });
    const sniffed = sniffAudio(await buffer(body), name);
    if (!sniffed) throw new RejectedFile('not_audio', `${name} does not contain the audio that its name promises`);
    return {
      declared: { ...declared, originalName: intent?.originalName ?? name, fileName: cleanFileName(name) },
      contentType: sniffed.contentType,
    };
  }

  private store(
    actor: Actor,
    projectId: string,
    arrived: Arrived[],
    rejected: Rejected[],
  ): Promise<StagingFileView[]> {
    return this.tracks.change(actor, projectId, async (tx) => {
      const ids: string[] = [];
      let added = false;
      for (const file of arrived) {
        try {
          const stored = await this.storeOne(tx, actor, projectId, file);
          ids.push(stored.id);
          added ||= stored.added;
        } catch (error) {
          rejected.push(refusal(file.declared, error));
        }
      }
      if (added) await this.projects.advance(tx, projectId, 'masters_staged', actor.userId);
      return stagingViews(tx.manager, await stagedRows(tx.manager, projectId, ids));
    });
  }

  /** The intent is what makes a staged file of an object, once: without it the object may be on its way out already. */
  private async storeOne(
    tx: Tx,
    actor: Actor,
    projectId: string,
    { declared, contentType }: Arrived,
  ): Promise<{ id: string; added: boolean }> {
    const { r2Key: objectKey, sizeBytes, fileName, originalName } = declared;
    const known = await tx.manager.findOneBy(Audio, { objectKey });
    if (known) {
      const row = await tx.manager.findOneBy(StagingFile, { audioId: known.id, projectId, hiddenAt: IsNull() });
      if (!row) throw new RejectedFile('registered', `${originalName} has been registered before`);
      return { id: row.id, added: false };
    }
    const [intent] = await tx.query<{ folder: string | null }>(
      'DELETE FROM upload_intents WHERE object_key = $1 RETURNING folder',
      [objectKey],
    );
    if (!intent) throw new RejectedFile('not_uploaded', `${originalName} was not uploaded; please drop it again`);
    const audio = await tx.manager.save(tx.manager.create(Audio, { objectKey, sizeBytes, contentType }));
    const file = tx.manager.create(StagingFile, {
      projectId,
      audioId: audio.id,
      fileName,
      originalName,
      folder: intent.folder,
      uploadedBy: actor.userId,
    });
    tx.emit(audioStored, { audioId: audio.id });
    return { id: (await tx.manager.save(file)).id, added: true };
  }
}

/** How a file that is no use is named; @throws whatever else went wrong. */
function refusal({ originalName, r2Key }: Declared, error: unknown): Rejected {
  if (!(error instanceof RejectedFile)) throw error;
  return { originalName, r2Key, code: error.code, message: error.message };
}
