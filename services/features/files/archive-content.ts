import type { Readable } from 'node:stream';
import type { SendableContent } from '../../platform/storage/send-object.js';
import { type ByteRange, type Storage, StorageError } from '../../platform/storage/storage.js';
import { piecesWithin, type ZipLayout, type ZipPiece } from '../../platform/zip/layout.js';

/**
 * The bytes of a file in an archive: a range of an object of the store, these, or some that are made when they are sent
 * and that `id` stands for.
 */
export type ArchiveSource =
  | { objectKey: string; fileId: string; from?: number; objectBytes: number }
  | { bytes: Buffer }
  | { render: () => Promise<Uint8Array>; id: string };

interface Part {
  piece: ZipPiece<ArchiveSource>;
  from: number;
  to: number;
}

/** An archive that is read from any position. One object is open at a time, and only if the range touches it. */
export class ArchiveContent implements SendableContent {
  readonly sizeBytes: number;
  readonly modifiedAt = null;
  private open: Readable | null = null;

  constructor(
    private readonly layout: ZipLayout<ArchiveSource>,
    readonly etag: string,
    private readonly storage: Storage,
  ) {
    this.sizeBytes = layout.sizeBytes;
  }

  /** Opens the first object of the range, so that a missing one is an error before anything is answered. */
  async read(range: ByteRange | null): Promise<AsyncIterable<Uint8Array>> {
    const parts = piecesWithin(this.layout, range ?? { start: 0, end: this.sizeBytes - 1 });
    const first = parts.find(({ piece }) => objectOf(piece) !== null);
    const opened = first && (await this.openPart(first));
    return this.bytes(parts, first, opened);
  }

  /** Must be called, whether or not it was read. */
  close(): void {
    this.open?.destroy();
  }

  private async *bytes(parts: Part[], first?: Part, opened?: Readable): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      const own = await ownBytes(part.piece);
      if (own && own.length !== part.piece.sizeBytes) throw changed();
      if (own) {
        yield own.subarray(part.from, part.to + 1);
        continue;
      }
      const body = part === first && opened ? opened : await this.openPart(part);
      let left = part.to - part.from + 1;
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        left -= chunk.length;
        if (left < 0) break;
        yield chunk;
      }
      // The bytes after it would be in the wrong place, and a resumed download would keep them.
      if (left !== 0) throw changed();
    }
  }

  private async openPart({ piece, from, to }: Part): Promise<Readable> {
    const { objectKey, objectBytes, from: offset = 0 } = objectOf(piece)!;
    const { body, sizeBytes } = await this.storage.get(objectKey, { start: offset + from, end: offset + to });
    this.open = body;
    if (sizeBytes !== objectBytes) {
      body.destroy();
      throw changed();
    }
    return body;
  }
}

const changed = (): StorageError => new StorageError('unavailable', 'The length of the object has changed');

const objectOf = ({ source }: ZipPiece<ArchiveSource>) => (source && 'objectKey' in source ? source : null);

async function ownBytes({ bytes, source }: ZipPiece<ArchiveSource>): Promise<Uint8Array | null> {
  if (bytes) return bytes;
  if ('bytes' in source) return source.bytes;
  return 'render' in source ? source.render() : null;
}

/**
 * How much of each stored file is within a range of the archive; `end` is exclusive in both. The first sample of a
 * tagged copy stands for everything before it in the stored file, and the last one for everything after it.
 */
export function filesWithin(
  layout: ZipLayout<ArchiveSource>,
  range: { start: number; end: number },
): { fileId: string; sizeBytes: number; start: number; end: number }[] {
  return piecesWithin(layout, { start: range.start, end: range.end - 1 }).flatMap(({ piece, from, to }) => {
    const source = objectOf(piece);
    if (!source) return [];
    const { fileId, objectBytes: sizeBytes, from: offset = 0 } = source;
    const start = from === 0 ? 0 : offset + from;
    const end = to + 1 === piece.sizeBytes ? sizeBytes : offset + to + 1;
    return [{ fileId, sizeBytes, start, end }];
  });
}
