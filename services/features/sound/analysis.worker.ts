import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { In } from 'typeorm';
import { AudioError } from '../../platform/audio/errors.js';
import type { AnalysisOutput } from '../../platform/audio/protocol.js';
import { AudioRunner } from '../../platform/audio/runner.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { On } from '../../platform/events/decorators.js';
import { Away, type HandlerContext } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage, StorageError } from '../../platform/storage/storage.js';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../platform/temporary-folders.js';
import { Audio } from './audio.entity.js';
import { audioAnalysed, audioProbed, audioReopened, audioStored, objectsDropped } from './audio.events.js';
import { lockInUse } from './audio.writes.js';
import { OBJECT_CHANGED, OBJECT_GONE } from './object-loss.js';
import { reportProgress } from './progress.js';

/** Progress is reported no oftener than this: each report makes the browsers ask again. */
const PROGRESS_STEP = 0.1;
const PROGRESS_MS = 1000;

/** Reads stored audio: the header at once, the whole sound as cores allow, each file in a child process. */
@Injectable()
export class AnalysisWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly runner = new AudioRunner();

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.runner.warm();
    await sweepTemporaryFolders();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  @On(audioStored, { queue: 'probe', retries: 2 })
  async probe({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    const audio = await this.unread(audioId);
    if (!audio || audio.probe) return;
    try {
      const probe = await this.storage.withSparseFile(audio.objectKey, (path) =>
        this.runner.probe(path, { fileName: fileNameOf(audio), signal: context.signal }),
      );
      await context.commit(async (tx) => {
        await tx.manager.update(Audio, { id: audioId }, { probe });
        tx.emit(audioProbed, { audioId });
      });
    } catch (error) {
      if (!(error instanceof AudioError) || error.transient) throw await this.blamed(error);
      this.logger.info({ audioId, code: error.code }, 'the header says nothing; the analysis will decide');
    }
  }

  @On(audioStored, { queue: 'analysis', retries: 2, onExhausted: 'giveUp' })
  async analyse({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    const audio = await this.unread(audioId);
    if (!audio || !(await this.begin(audioId))) return;
    await reportProgress(this.database, audioId, 0);
    const outDir = await makeTemporaryFolder('analysis');
    try {
      const output = await this.storage.withLocalFile(audio.objectKey, (path) =>
        this.run(audio, path, outDir, context),
      );
      if (audio.sha256 && audio.sha256 !== output.facts.sha256) {
        this.logger.error({ audioId, expected: audio.sha256, found: output.facts.sha256 }, 'a stored file has changed');
        return await context.commit((tx) => this.fail(tx, audioId, OBJECT_CHANGED));
      }
      const { keys, derivedBytes } = await this.keep(audioId, output);
      const fingerprint = await readFingerprint(output.fingerprintPath);
      await context.commit(async (tx) => {
        if (!(await lockInUse(tx, audioId))) return tx.emit(objectsDropped, { keys: Object.values(keys) });
        await tx.manager.update(
          Audio,
          { id: audioId },
          {
            ...keys,
            derivedBytes,
            facts: output.facts,
            sha256: output.facts.sha256,
            fingerprint,
            state: 'done',
            progress: 1,
            error: null,
            analysedAt: new Date(),
          },
        );
        tx.emit(audioAnalysed, { audioId });
      });
    } catch (error) {
      const reason = permanentReason(error);
      if (!reason) throw await this.blamed(error);
      await context.commit((tx) => this.fail(tx, audioId, reason));
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  }

  @On(audioReopened, { queue: 'analysis', retries: 2, onExhausted: 'giveUp', yields: true })
  analyseAgain(payload: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.analyse(payload, context);
  }

  async giveUp({ audioId }: { audioId: string }, error: Error, tx: Tx): Promise<void> {
    const { code, message } =
      error instanceof AudioError ? error : { code: 'failed', message: 'Reading it failed again and again.' };
    await this.fail(tx, audioId, { code, message });
  }

  /** A store that is away, or full, says nothing of the file: then the job waits, however long, and is not charged. */
  private async blamed(error: unknown): Promise<unknown> {
    if (!(error instanceof StorageError)) return error;
    const isAway =
      error.code === 'full' ||
      (error.code === 'unavailable' &&
        (await this.storage.head('any').then(
          () => false,
          () => true,
        )));
    return isAway ? new Away(error.message, { cause: error }) : error;
  }

  /** The audio that still waits for its analysis; nothing when it was deleted or read in the meantime. */
  private async unread(audioId: string): Promise<Audio | null> {
    const audio = await this.database.manager.findOneBy(Audio, { id: audioId });
    return audio && audio.state !== 'done' && audio.state !== 'failed' ? audio : null;
  }

  /** False when another job of the same audio, or its deletion, was faster. */
  private async begin(audioId: string): Promise<boolean> {
    const begun = await this.database.query(
      `UPDATE audio SET state = 'running', progress = 0 WHERE id = $1 AND state IN ('queued', 'running') RETURNING 1`,
      [audioId],
    );
    return begun.length > 0;
  }

  private run(audio: Audio, path: string, outDir: string, context: HandlerContext): Promise<AnalysisOutput> {
    let reported = 0;
    let reportedAt = Date.now();
    let pending: Promise<void> = Promise.resolve();
    return this.runner
      .analyse(path, {
        fileName: fileNameOf(audio),
        outDir,
        signal: context.signal,
        onProgress: (fraction) => {
          if (fraction - reported < PROGRESS_STEP || Date.now() - reportedAt < PROGRESS_MS) return;
          reported = fraction;
          reportedAt = Date.now();
          pending = pending
            .then(() => reportProgress(this.database, audio.id, fraction))
            .catch((error: unknown) => {
              this.logger.warn({ err: error, audioId: audio.id }, 'progress could not be reported');
            });
        },
      })
      .finally(() => pending);
  }

  private async keep(audioId: string, output: AnalysisOutput) {
    const peaksKey = `derived/${audioId}/peaks`;
    const previewKey = `derived/${audioId}/preview.mp3`;
    const peaksBytes = await this.putFile(peaksKey, output.peaksPath, 'application/octet-stream');
    const previewBytes = await this.putFile(previewKey, output.previewPath, 'audio/mpeg');
    return { keys: { peaksKey, previewKey }, derivedBytes: peaksBytes + previewBytes };
  }

  private async putFile(key: string, path: string, contentType: string): Promise<number> {
    const { size: sizeBytes } = await stat(path);
    await this.storage.put(key, createReadStream(path), { contentType, sizeBytes });
    return sizeBytes;
  }

  private async fail(tx: Tx, audioId: string, error: { code: string; message: string }): Promise<void> {
    const unread = { id: audioId, state: In(['queued', 'running']) };
    const known = await tx.manager.update(Audio, unread, { state: 'failed', error, analysedAt: new Date() });
    if (known.affected) tx.emit(audioAnalysed, { audioId });
  }
}

/** Keys end with the cleaned file name. */
const fileNameOf = ({ objectKey }: Audio): string => objectKey.slice(objectKey.lastIndexOf('/') + 1);

/** What is the file's own fault, or its object's absence, and will not change by trying again. */
function permanentReason(error: unknown): { code: string; message: string } | null {
  if (error instanceof AudioError && !error.transient && error.code !== 'crashed') {
    return { code: error.code, message: error.message };
  }
  if (error instanceof StorageError && error.code === 'not_found') {
    return OBJECT_GONE;
  }
  return null;
}

/** Little-endian 32-bit items, read as signed so that PostgreSQL's integer holds them. */
async function readFingerprint(path: string): Promise<number[]> {
  const bytes = await readFile(path);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readInt32LE(index * 4));
}
