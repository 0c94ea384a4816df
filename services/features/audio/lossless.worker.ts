import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { In } from 'typeorm';
import { AudioError } from '../../platform/audio/errors.js';
import { AudioRunner } from '../../platform/audio/runner.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError } from '../../platform/errors.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { Storage } from '../../platform/storage/storage.js';
import { makeTemporaryFolder } from '../../platform/temporary-folders.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { assertWithinQuota } from '../uploads/quota.lib.js';
import { Audio } from './audio.entity.js';
import { losslessRequested, objectsDropped } from './audio.events.js';
import { classifyStoreError, fileNameOf, permanentReason, projectOf } from './reading-faults.js';
import { StudioShares } from './studio-shares.service.js';

/** Makes a FLAC on request, for clients whose engineer lets them listen without loss before payment. */
@Injectable()
export class LosslessWorker implements OnApplicationShutdown {
  private readonly runner = new AudioRunner();

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly shares: StudioShares,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  @On(losslessRequested, { queue: 'analysis', retries: 2, onExhausted: 'giveUp', lowPriority: true })
  make({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.shares.run({ audioId }, () => this.encode(audioId, context));
  }

  private async encode(audioId: string, context: HandlerContext): Promise<void> {
    const audio = await this.database.manager.findOneBy(Audio, unfinishedOf(audioId));
    if (!audio) return;
    const outDir = await makeTemporaryFolder('lossless');
    try {
      const { objectKey } = audio;
      const options = { fileName: fileNameOf(audio), owner: projectOf(audio), outDir, signal: context.signal };
      const path = await this.storage.withLocalFile(objectKey, (local) => this.runner.lossless(local, options));
      const { size: sizeBytes } = await stat(path);
      await this.assertRoom(audioId, sizeBytes);
      // The key contains the event's id, because a later job may run after this request was withdrawn.
      const key = `derived/${audioId}/lossless-${context.eventId}.flac`;
      await this.storage.put(key, createReadStream(path), { contentType: 'audio/flac', sizeBytes });
      await context.commit(async (tx) => {
        const found = { losslessKey: key, losslessBytes: sizeBytes };
        const made = { ...found, losslessState: 'ready', losslessError: null } as const;
        if (!(await end(tx, audioId, made))) tx.emit(objectsDropped, { keys: [key] });
      });
    } catch (failure) {
      const error = await classifyStoreError(this.storage, failure);
      const reason = error instanceof AppError ? error : permanentReason(error);
      if (!reason) throw error;
      await context.commit(async (tx) => void (await fail(tx, audioId, reason.message)));
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  }

  /** @throws AppError 507 or 409 like an upload that is too large. */
  private assertRoom(audioId: string, sizeBytes: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      const [file] = await tx.query<{ projectId: string }>(
        'SELECT project_id AS "projectId" FROM files WHERE audio_id = $1 AND deleted_at IS NULL LIMIT 1',
        [audioId],
      );
      if (!file) return;
      const wanted = { ...file, clientId: null, what: 'the lossless version', sizeBytes };
      await assertWithinQuota(tx, this.storage, this.config, wanted);
    });
  }

  async giveUp({ audioId }: { audioId: string }, error: Error, tx: Tx): Promise<void> {
    await fail(
      tx,
      audioId,
      error instanceof AudioError ? error.message : 'Making the lossless version failed repeatedly.',
    );
  }
}

/** Also after it was given up, because an operator may retry its job. */
const unfinishedOf = (id: string) => ({ id, losslessState: In(['making', 'failed']) });

const fail = (tx: Tx, audioId: string, losslessError: string): Promise<boolean> =>
  end(tx, audioId, { losslessState: 'failed', losslessError });

/** Stores the outcome and notifies the projects that use the audio. Returns false when the FLAC is no longer wanted. */
async function end(tx: Tx, audioId: string, outcome: Partial<Audio>): Promise<boolean> {
  const { affected } = await tx.manager.update(Audio, unfinishedOf(audioId), outcome);
  if (!affected) return false;
  const projects = await tx.query<{ id: string; studioId: string; clientId: string }>(
    `SELECT DISTINCT p.id, studio_id AS "studioId", client_id AS "clientId"
     FROM files JOIN ${LIVE_PROJECTS} p ON p.id = project_id WHERE audio_id = $1 AND deleted_at IS NULL`,
    [audioId],
  );
  for (const project of projects) publishProjectChange(tx, project, 'files');
  return true;
}
