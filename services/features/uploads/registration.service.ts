import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { cleanFileName } from '../../platform/storage/key.js';
import { Storage } from '../../platform/storage/storage.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { ProjectStructure } from '../projects/project-structure.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { checkArrival, checkSize } from '../sound/arrivals.service.js';
import { Audio } from '../sound/audio.entity.js';
import { audioStored } from '../sound/audio.events.js';
import { storeAudio } from '../sound/audio.writes.js';
import type { StagingFileView } from '../staging/staging.schema.js';
import { stageFile } from '../staging/staging.writes.js';
import { StagingFile } from '../staging/staging-file.entity.js';
import { stagedRows, stagingViews } from '../staging/staging-rows.view.js';
import { UploadIntent } from './upload-intent.entity.js';
import { stagingPrefix } from './upload-rules.js';
import type { BulkUploadBody } from './uploads.schema.js';

type Declared = BulkUploadBody['files'][number];

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

@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly projects: ProjectsService,
    private readonly structure: ProjectStructure,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

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

  private async check(projectId: string, declared: Declared): Promise<Arrived> {
    const { originalName: name, r2Key, sizeBytes } = declared;
    if (!r2Key.startsWith(stagingPrefix(projectId))) {
      throw unprocessable('wrong_project', `${name} was uploaded to another project`);
    }
    const maxBytes = this.config.maxStagingBytes;
    checkSize(name, sizeBytes, maxBytes);
    const { manager } = this.database;
    const intent = await manager.findOneBy(UploadIntent, { objectKey: r2Key });
    if (!intent && !(await manager.existsBy(Audio, { objectKey: r2Key }))) {
      throw conflict('not_uploaded', `${name} was not uploaded; please drop it again`);
    }
    const { contentType } = await checkArrival(
      this.storage,
      { objectKey: r2Key, upload: intent?.upload ?? null },
      { name, sizeBytes, maxBytes },
    );
    return {
      declared: { ...declared, originalName: intent?.originalName ?? name, fileName: cleanFileName(name) },
      contentType,
    };
  }

  private store(actor: Actor, projectId: string, arrived: Arrived[], rejected: Rejected[]): Promise<StagingFileView[]> {
    return this.structure.change(actor, projectId, async (tx) => {
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
      if (!row) throw conflict('registered', `${originalName} has been registered before`);
      return { id: row.id, added: false };
    }
    const intent = await tx.manager.findOneBy(UploadIntent, { objectKey });
    const taken = await tx.query('DELETE FROM upload_intents WHERE object_key = $1 RETURNING 1', [objectKey]);
    if (!intent || taken.length === 0)
      throw conflict('not_uploaded', `${originalName} was not uploaded; please drop it again`);
    const audio = await storeAudio(tx, { objectKey, sizeBytes, contentType });
    const { id, folder, lastModified, suggestions, verdict, guessedSlot, words, header, plannedSlotId } = intent;
    const file = await stageFile(tx, {
      ...{ id, projectId, audioId: audio.id, fileName, originalName, folder, lastModified },
      ...{ suggestions, verdict, guessedSlot, words, header, plannedSlotId },
      uploadedBy: actor.userId,
    });
    tx.emit(audioStored, { audioId: audio.id });
    return { id: file.id, added: true };
  }
}

/** How a file that is no use is named; @throws whatever else went wrong. */
function refusal({ originalName, r2Key }: Declared, error: unknown): Rejected {
  if (!(error instanceof AppError)) throw error;
  return { originalName, r2Key, code: error.code, message: error.message };
}
