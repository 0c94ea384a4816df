import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Deliverable } from '../../file-kinds/deliverables.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { cleanFileName } from '../../platform/storage/key.js';
import { Storage } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { insertUploadedAudio } from '../audio/audio.writes.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { deliverableStaged } from '../staged-files/deliverables.events.js';
import { registerArrivals } from '../staged-files/incoming-files.writes.js';
import type { IncomingFile } from '../staged-files/staging-file.entity.js';
import type { StagingFileView } from '../staging/staging.schema.js';
import { findIncoming, stagedRows, stagingViews } from '../staging/staging-rows.view.js';
import { Track } from '../tracks/track.entity.js';
import { checkSize, isRefusedContent, type VerifiedUpload, verifyUpload } from '../uploads/verify-upload.lib.js';
import { MultipartService } from './multipart.service.js';
import { maxBytesOf, recogniseArrival } from './recognise.lib.js';
import { stagingPrefix } from './upload-rules.js';
import type { BulkUploadBody } from './uploads.schema.js';

type DeclaredFile = BulkUploadBody['files'][number];

export interface RejectedFile {
  originalName: string;
  r2Key: string;
  code: string;
  message: string;
}

/** An upload that was checked and may become a staged file. */
interface VerifiedFile {
  declared: DeclaredFile;
  contentType: string;
  deliverable: Deliverable | null;
}

@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly projects: ProjectsService,
    private readonly structure: ProjectStructure,
    private readonly uploads: MultipartService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Turns uploaded objects into staged files. Unusable objects are listed in the reply and do not affect the others; a
   * key that is already registered returns its row.
   * @throws AppError 422 when no object is usable.
   */
  async register(
    actor: Actor,
    projectId: string,
    { files }: BulkUploadBody,
  ): Promise<{ stagingFiles: StagingFileView[]; rejected: RejectedFile[] }> {
    await this.access.forEngineer(actor, projectId);
    const rejected: RejectedFile[] = [];
    const refused: string[] = [];
    const keys = files.map(({ r2Key }) => r2Key);
    const announced = await findIncoming(this.database.manager, { objectKey: In(keys) });
    const allowed = new Map(announced.map((file) => [file.objectKey, file]));
    const checked = await Promise.all(
      files.map((declared) =>
        this.check(projectId, declared, allowed.get(declared.r2Key)).catch((error: unknown) => {
          rejected.push(refusal(declared, error));
          if (isRefusedContent(error)) refused.push(declared.r2Key);
          return null;
        }),
      ),
    );
    const arrived = checked.filter((file) => file !== null);
    // Otherwise they would be listed as interrupted uploads.
    await this.uploads.cancel(actor, projectId, refused);
    const stagingFiles = arrived.length > 0 ? await this.store(actor, projectId, arrived, rejected) : [];
    if (stagingFiles.length === 0) {
      throw unprocessable('no_good_file', rejected.map((file) => file.message).join('\n'), { rejected });
    }
    return { stagingFiles, rejected };
  }

  private async check(
    projectId: string,
    declared: DeclaredFile,
    announced: IncomingFile | undefined,
  ): Promise<VerifiedFile> {
    const { r2Key, sizeBytes } = declared;
    const name = (announced ?? declared).originalName;
    if (!r2Key.startsWith(stagingPrefix(projectId))) {
      throw unprocessable('wrong_project', `${name} was uploaded to another project`);
    }
    const maxBytes = announced ? maxBytesOf(this.config, name, announced.deliverable) : this.config.maxFileBytes;
    checkSize(name, sizeBytes, maxBytes);
    if (!announced && !(await this.database.manager.existsBy(Audio, { objectKey: r2Key }))) {
      throw conflict('not_uploaded', `${name} was not uploaded; please drop it again`);
    }
    const object = await verifyUpload(
      this.storage,
      { objectKey: r2Key, upload: announced?.upload ?? null },
      { name, sizeBytes, maxBytes, mayBeDocument: true },
    );
    const deliverable = announced ? await this.recognise(announced, object) : null;
    checkSize(name, sizeBytes, announced ? maxBytesOf(this.config, name, deliverable) : maxBytes);
    return {
      declared: { ...declared, originalName: name, fileName: cleanFileName(name) },
      contentType: object.contentType,
      deliverable,
    };
  }

  private async recognise(announced: IncomingFile, object: VerifiedUpload): Promise<Deliverable | null> {
    const tracks = await this.database.manager.findBy(Track, { projectId: announced.projectId });
    return recogniseArrival(this.storage, object, announced, tracks);
  }

  private store(
    actor: Actor,
    projectId: string,
    arrived: VerifiedFile[],
    rejected: RejectedFile[],
  ): Promise<StagingFileView[]> {
    return this.structure.change(actor, projectId, async (tx, project) => {
      // Only an announced file can be registered, and only once. Otherwise its object may already be on its way to the
      // trash.
      const keys = arrived.map(({ declared }) => declared.r2Key);
      const announced = await findIncoming(tx.manager, { projectId, objectKey: In(keys) });
      const known = new Set(announced.map(({ objectKey }) => objectKey));
      const [files, others] = [true, false].map((isKnown) =>
        arrived.filter(({ declared }) => known.has(declared.r2Key) === isKnown),
      ) as [VerifiedFile[], VerifiedFile[]];
      const ids: string[] = [];
      if (files.length > 0) {
        const objects = files.map(({ contentType, declared: { r2Key: objectKey, sizeBytes } }) => ({
          objectKey,
          sizeBytes,
          contentType,
        }));
        const audioIds = await insertUploadedAudio(tx, objects);
        const arrivals = files.map(({ declared: { r2Key: objectKey, fileName }, deliverable }) => ({
          objectKey,
          audioId: audioIds.get(objectKey)!,
          fileName,
          uploadedBy: actor.userId,
          deliverable,
        }));
        ids.push(...(await registerArrivals(tx, arrivals)));
        await this.projects.advanceLocked(tx, project, 'masters_staged', actor.userId);
      }
      if (others.length > 0) ids.push(...(await this.registeredBefore(tx, projectId, others, rejected)));
      const rows = await stagedRows(tx.manager, projectId, ids);
      for (const { file, audio } of rows) {
        const isNew = known.has(audio.objectKey) && file.deliverable;
        if (isNew)
          tx.emit(deliverableStaged, { projectId, stagingFileId: file.id, audioId: audio.id, kind: isNew.kind });
      }
      return stagingViews(tx.manager, rows);
    });
  }

  /** Returns the staged files of objects whose upload is already registered; other objects are rejected. */
  private async registeredBefore(
    tx: Tx,
    projectId: string,
    files: VerifiedFile[],
    rejected: RejectedFile[],
  ): Promise<string[]> {
    const rows = await tx.query<{ objectKey: string; id: string | null }>(
      `SELECT object_key AS "objectKey", staging_files.id FROM audio
         LEFT JOIN staging_files ON audio_id = audio.id AND project_id = $2 AND hidden_at IS NULL
       WHERE object_key = ANY($1)`,
      [files.map(({ declared }) => declared.r2Key), projectId],
    );
    const known = new Map(rows.map(({ objectKey, id }) => [objectKey, id]));
    return files.flatMap(({ declared }) => {
      const { originalName, r2Key } = declared;
      const id = known.get(r2Key);
      if (id) return [id];
      const why = known.has(r2Key)
        ? conflict('registered', `${originalName} has been registered before`)
        : conflict('not_uploaded', `${originalName} was not uploaded; please drop it again`);
      rejected.push(refusal(declared, why));
      return [];
    });
  }
}

/** The rejection of an unusable file. @throws every error that is not the file's fault. */
function refusal({ originalName, r2Key }: DeclaredFile, error: unknown): RejectedFile {
  if (!(error instanceof AppError)) throw error;
  return { originalName, r2Key, code: error.code, message: error.message };
}
