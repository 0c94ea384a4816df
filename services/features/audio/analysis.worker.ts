import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AudioError } from '../../platform/audio/errors.js';
import type { ProbeFacts } from '../../platform/audio/facts.js';
import type { AnalysisOutput } from '../../platform/audio/results.js';
import { AudioRunner } from '../../platform/audio/runner.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError } from '../../platform/errors.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../platform/temporary-folders.js';
import type { Audio } from './audio.entity.js';
import {
  analysisQueued,
  audioBatchStored,
  audioReopened,
  audioStored,
  objectsDropped,
  originalStored,
} from './audio.events.js';
import { readChecksums, type UnreadObject } from './checksums.lib.js';
import { OBJECT_CHANGED } from './object-loss.js';
import { reportProgress, requeueIfReadOtherwise, startAnalysis, type StartedAudio } from './progress.js';
import { classifyStoreError, fileNameOf, permanentReason, projectOf } from './reading-faults.js';
import { type AnalysisResult, saveAnalysis, saveHeaders } from './readings.writes.js';
import { StudioShares } from './studio-shares.service.js';

/** Progress is reported at most this often, because each report makes browsers refetch. */
const PROGRESS_STEP = 0.1;
const PROGRESS_MS = 2000;
/** A preview has a few megabytes; smaller pieces take several times as long to store. */
const STORED_AT_ONCE = 1024 ** 2;

type UnreadAudio = Pick<Audio, 'id' | 'objectKey'>;

/**
 * Analyses stored audio in child processes: probes the header immediately and the whole file when a core is free.
 */
@Injectable()
export class AnalysisWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly runner = new AudioRunner();

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly shares: StudioShares,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.runner.warm();
    await sweepTemporaryFolders();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  /** A file that fails to probe is emitted again on its own, so that it does not hold up the others. */
  @On(audioBatchStored, { queue: 'probe', retries: 2 })
  async probeAll({ audioIds }: { audioIds: string[] }, context: HandlerContext): Promise<void> {
    const unread = await this.database.query<UnreadAudio>(
      `SELECT id, object_key AS "objectKey" FROM audio
       WHERE id = ANY($1) AND state IN ('queued', 'running') AND probe IS NULL AND content_type LIKE 'audio/%'`,
      [audioIds],
    );
    const headers = new Map<string, ProbeFacts>();
    const failed: string[] = [];
    await Promise.all(
      unread.map(async (audio) => {
        try {
          const header = await this.header(audio, context);
          if (header) headers.set(audio.id, header);
        } catch (error) {
          if (unread.length === 1 || context.signal.aborted) throw error;
          failed.push(audio.id);
        }
      }),
    );
    await context.commit(async (tx) => {
      if (headers.size > 0) await saveHeaders(tx, headers);
      for (const id of failed) tx.emit(audioBatchStored, { audioIds: [id] });
    });
  }

  @On(audioStored, { queue: 'probe', retries: 2 })
  probe({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.probeAll({ audioIds: [audioId] }, context);
  }

  @On(analysisQueued, { queue: 'analysis', retries: 2, onExhausted: 'giveUp' })
  analyseQueued({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.shares.run({ audioId }, () => this.read(audioId, context));
  }

  private async read(audioId: string, context: HandlerContext): Promise<void> {
    const audio = await startAnalysis(this.database, audioId);
    if (!audio) return;
    if (audio.kind === 'atmos' || !audio.contentType.startsWith('audio/')) return this.readDocument(audio, context);
    const outDir = await makeTemporaryFolder('analysis');
    try {
      const output = await this.storage.withLocalFile(audio.objectKey, (path) =>
        this.run(audio, path, outDir, audio.kind === 'vinyl_side', context),
      );
      if (audio.sha256 && audio.sha256 !== output.facts.sha256) {
        this.logger.error(
          { audioId, expected: audio.sha256, found: output.facts.sha256 },
          'stored file has changed since it was uploaded',
        );
        return await context.commit((tx) => fail(tx, audioId, OBJECT_CHANGED));
      }
      const { keys, derivedBytes } = await this.keep(audioId, output);
      const fingerprint = await readFingerprint(output.fingerprintPath);
      const { facts } = output;
      const done: AnalysisResult = {
        ...keys,
        derivedBytes,
        facts,
        sha256: facts.sha256,
        crc32: facts.crc32,
        samplesSha256: facts.samplesSha256 ?? '',
        fingerprint,
        state: 'done',
        progress: 1,
      };
      await context.commit(async (tx) => {
        const isKept = await saveAnalysis(tx, audioId, { ...done, error: null });
        if (!isKept) tx.emit(objectsDropped, { keys: Object.values(keys) });
        await requeueIfReadOtherwise(tx, audio);
      });
    } catch (failure) {
      const error = await classifyStoreError(this.storage, failure);
      const reason = permanentReason(error);
      if (!reason) throw error;
      await context.commit(async (tx) => {
        await fail(tx, audioId, reason);
        await requeueIfReadOtherwise(tx, audio);
      });
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  }

  /** A file that is not audio, and one of many channels, only gets its checksums. */
  private async readDocument(document: UnreadObject & StartedAudio, context: HandlerContext): Promise<void> {
    try {
      const digests = await readChecksums(this.database, this.storage, document);
      const done = { ...digests, state: 'done', progress: 1, error: null } as const;
      await context.commit(async (tx) => {
        await saveAnalysis(tx, document.id, done);
        await requeueIfReadOtherwise(tx, document);
      });
    } catch (failure) {
      const isChanged = failure instanceof AppError && failure.code === OBJECT_CHANGED.code;
      const error = isChanged ? failure : await classifyStoreError(this.storage, failure);
      const reason = isChanged ? OBJECT_CHANGED : permanentReason(error);
      if (!reason) throw error;
      await context.commit((tx) => fail(tx, document.id, reason));
    }
  }

  @On(audioStored, { queue: 'analysis', retries: 2, onExhausted: 'giveUp' })
  analyse(payload: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.analyseQueued(payload, context);
  }

  @On(audioReopened, { queue: 'analysis', retries: 2, onExhausted: 'giveUp', lowPriority: true })
  analyseAgain(payload: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.analyseQueued(payload, context);
  }

  @On(originalStored, { queue: 'probe', retries: 2, lowPriority: true })
  probeOriginal(payload: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.probe(payload, context);
  }

  @On(originalStored, { queue: 'analysis', retries: 2, onExhausted: 'giveUp', lowPriority: true })
  analyseOriginal(payload: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.analyseQueued(payload, context);
  }

  async giveUp({ audioId }: { audioId: string }, error: Error, tx: Tx): Promise<void> {
    const { code, message } =
      error instanceof AudioError ? error : { code: 'failed', message: 'The analysis failed repeatedly.' };
    await fail(tx, audioId, { code, message });
  }

  /** The header's facts; null when it cannot be read and the full analysis has to decide. */
  private async header(audio: UnreadAudio, { signal }: HandlerContext): Promise<ProbeFacts | null> {
    try {
      return await this.storage.withSparseFile(audio.objectKey, (path) =>
        this.runner.probe(path, { fileName: fileNameOf(audio), signal }),
      );
    } catch (failure) {
      const error = await classifyStoreError(this.storage, failure);
      // A missing object belongs to a file that was deleted in the meantime, or the full analysis reports it.
      const isFinal = error instanceof AudioError ? !error.transient : permanentReason(error) !== null;
      if (!isFinal) throw error;
      this.logger.info({ audioId: audio.id, err: error }, 'header is unreadable; waiting for the full analysis');
      return null;
    }
  }

  private run(
    audio: UnreadAudio,
    path: string,
    outDir: string,
    isSide: boolean,
    context: HandlerContext,
  ): Promise<AnalysisOutput> {
    let reported = 0;
    let reportedAt = Date.now();
    let pending: Promise<void> = Promise.resolve();
    return this.runner
      .analyse(path, {
        fileName: fileNameOf(audio),
        owner: projectOf(audio),
        isSide,
        outDir,
        signal: context.signal,
        onProgress: (fraction) => {
          if (fraction - reported < PROGRESS_STEP || Date.now() - reportedAt < PROGRESS_MS) return;
          reported = fraction;
          reportedAt = Date.now();
          pending = pending
            .then(() => reportProgress(this.database, audio.id, fraction))
            .catch((error: unknown) => {
              this.logger.warn({ err: error, audioId: audio.id }, 'could not report analysis progress');
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
    await this.storage.put(key, createReadStream(path, { highWaterMark: STORED_AT_ONCE }), { contentType, sizeBytes });
    return sizeBytes;
  }
}

async function fail(tx: Tx, audioId: string, error: { code: string; message: string }): Promise<void> {
  await saveAnalysis(tx, audioId, { state: 'failed', error });
}

/** Reads little-endian 32-bit items as signed integers, which is what PostgreSQL's `integer` holds. */
async function readFingerprint(path: string): Promise<number[]> {
  const bytes = await readFile(path);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readInt32LE(index * 4));
}
