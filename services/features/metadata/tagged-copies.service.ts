import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ByteSource } from '../../audio-headers/byte-source.js';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { contradicts } from '../../audio-tags/notes.js';
import { layOutTagged } from '../../audio-tags/tagged.js';
import { type CopyLosses, type CopyTags, sizeOf, type TaggedLayout, taggedSource } from '../../audio-tags/tags.js';
import { decodedFrames, heardOf } from '../../platform/audio/facts.js';
import { Database } from '../../platform/database/database.js';
import { unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { objectSource } from '../../platform/storage/object-source.js';
import type { SendableContent } from '../../platform/storage/send-object.js';
import { type ByteRange, Storage } from '../../platform/storage/storage.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { DownloadsService } from '../files/downloads.service.js';
import { FileAccess, type VisibleFile } from '../files/file-access.service.js';
import { canDownload, downloadRefusal, isMaster } from '../files/files.policy.js';
import { Project } from '../projects/project.entity.js';
import { CopyReader } from './copy-reader.service.js';
import { copyTags, loudnessOf } from './copy-tags.lib.js';
import { Cover } from './cover.entity.js';
import { measureCopy } from './measure-copy.lib.js';
import type { TaggedProof } from './metadata.schema.js';
import { sheetOf } from './metadata.view.js';

/** A tagged copy of a final, computed for one request. */
interface Copy {
  found: VisibleFile;
  original: ByteSource;
  container: AudioContainer;
  tags: CopyTags;
  layout: TaggedLayout & CopyLosses;
  content: SendableContent;
}

const MAX_REMEMBERED = 200;

/**
 * Sends finals with metadata and cover. A copy is stored nowhere: it is a new beginning and end around the samples of
 * the stored file, so its length is known, and a change of the sheet needs no new upload.
 */
@Injectable()
export class TaggedCopiesService {
  /** Results by the ETag of the copy: reading a long file takes seconds. */
  private readonly proofs = new Map<string, Promise<TaggedProof>>();
  /** Sentences about copies that FFmpeg does not open, by their ETag; null if it does. */
  private readonly refusals = new Map<string, Promise<string | null>>();

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly files: FileAccess,
    private readonly downloads: DownloadsService,
    private readonly reader: CopyReader,
  ) {}

  /** @throws AppError 402 for a client's finals before the unlock, 422 for a file that cannot be tagged. */
  async send(actor: Actor, fileId: string, request: Request, response: Response): Promise<void> {
    const { found, layout, content } = await this.copyOf(actor, fileId);
    const received = (sent: { start: number; end: number }) => rangeOfOriginal(layout, found.audio.sizeBytes, sent);
    await this.downloads.sendForm(actor, found, content, received, request, response);
  }

  /**
   * Reads the samples of the stored file and of the tagged copy, each as found by a reader of headers, and compares
   * their checksums.
   */
  async proof(actor: Actor, fileId: string): Promise<TaggedProof> {
    const copy = await this.copyOf(actor, fileId);
    return remembered(this.proofs, copy.content.etag, () => this.prove(copy).catch(storageFailure(this.storage)));
  }

  private async copyOf(actor: Actor, fileId: string): Promise<Copy> {
    const found = await this.files.visible(actor, fileId);
    const { file, project, audio } = found;
    if (!canDownload(actor, file, project)) throw downloadRefusal(actor, project);
    const container = (audio.facts ?? audio.probe)?.container;
    if (!isMaster(file) || !container) throw unprocessable('cannot_tag', 'Only analysed finals have a tagged copy.');
    const { manager } = this.database;
    const { title } = await manager.findOneByOrFail(Project, { id: project.id });
    const sheet = await sheetOf(manager, { id: project.id, title });
    const cover = await manager.findOne(Cover, {
      where: { projectId: project.id },
      select: { projectId: true, contentType: true, width: true, height: true, bytes: true },
    });
    const original = objectSource(this.storage, audio.objectKey, audio.sizeBytes);
    const tags = copyTags(
      { ...sheet, trackTotal: sheet.tracks.length },
      file,
      loudnessOf(audio.facts),
      cover?.bytes ? { ...cover, bytes: cover.bytes } : null,
    );
    const heard = heardOf(audio.facts);
    const layout = await layOutTagged(original, container, heard, tags).catch(storageFailure(this.storage));
    if (typeof layout === 'string') throw noCopy(layout);
    const content = this.contentOf(layout, found);
    const opened = () => this.reader.refusal(taggedSource(layout, original), container, layout.head.length);
    const refusal = await remembered(this.refusals, content.etag, opened).catch(storageFailure(this.storage));
    if (refusal) throw noCopy(refusal);
    return { found, original, container, tags, layout, content };
  }

  private contentOf(layout: TaggedLayout, { audio }: VisibleFile): SendableContent {
    const { head, from, to, tail } = layout;
    // An object never changes, so its key stands for its bytes.
    const hash = createHash('sha256').update(head).update(`${audio.objectKey} ${from} ${to}`).update(tail);
    return {
      sizeBytes: sizeOf(layout),
      etag: `"${hash.digest('hex')}"`,
      modifiedAt: null,
      read: (range) => this.read(layout, audio.objectKey, range ?? { start: 0, end: sizeOf(layout) - 1 }),
    };
  }

  /** Opens the object first, so that a missing one is an error before anything is answered. */
  private async read(
    { head, from, to, tail }: TaggedLayout,
    key: string,
    { start, end }: ByteRange,
  ): Promise<AsyncIterable<Uint8Array>> {
    const soundEnd = head.length + to - from;
    const [first, last] = [Math.max(start, head.length), Math.min(end + 1, soundEnd)];
    const range = { start: first - head.length + from, end: last - 1 - head.length + from };
    const object = last > first ? await this.storage.get(key, range) : null;
    // Chunks that were sent give their memory back, so they are copies.
    const within = (at: number, bytes: Uint8Array) => bytes.slice(Math.max(0, start - at), Math.max(0, end + 1 - at));
    async function* bytes(): AsyncGenerator<Uint8Array> {
      try {
        yield within(0, head);
        if (object) yield* object.body as AsyncIterable<Uint8Array>;
        yield within(soundEnd, tail);
      } finally {
        object?.body.destroy();
      }
    }
    return bytes();
  }

  private async prove({ found, original, container, tags, layout, content }: Copy): Promise<TaggedProof> {
    const frames = decodedFrames(found.audio.facts);
    const measured = await measureCopy(this.storage, found.audio.objectKey, original, container, layout, frames);
    if (!measured) throw unprocessable('cannot_tag', 'The samples of this file cannot be compared.');
    const { own, copied, sampleBytes, sha256 } = measured;
    return {
      originalSamplesSha256: own.sha256,
      taggedSamplesSha256: copied.sha256,
      originalSamplesMd5: own.md5,
      taggedSamplesMd5: copied.md5,
      sampleBytes,
      sizeBytes: content.sizeBytes,
      sha256,
      left: layout.left,
      added: layout.added,
      says: layout.says.filter((claim) => contradicts(claim, tags)),
    };
  }
}

const noCopy = (reason: string) =>
  unprocessable('cannot_tag', `There is no tagged copy: this file ${reason} It is available as it was uploaded.`);

/** The result of an earlier call with this key; failures and the oldest ones are forgotten. */
function remembered<T>(known: Map<string, Promise<T>>, key: string, compute: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const result = compute();
  known.set(key, result);
  result.catch(() => known.delete(key));
  const oldest = known.keys().next();
  if (known.size > MAX_REMEMBERED && !oldest.done) known.delete(oldest.value);
  return result;
}

/**
 * The range of the stored file that stands for a sent range of its copy: with the first sample also everything before
 * it, with the last one everything after it. `end` is exclusive.
 */
export function rangeOfOriginal(
  { head, from, to }: TaggedLayout,
  sizeBytes: number,
  sent: { start: number; end: number },
): { start: number; end: number } | null {
  const soundEnd = head.length + to - from;
  const start = sent.start <= head.length ? 0 : sent.start - head.length + from;
  const end = sent.end >= soundEnd ? sizeBytes : sent.end - head.length + from;
  return sent.end > head.length && sent.start < soundEnd && end > start ? { start, end } : null;
}
