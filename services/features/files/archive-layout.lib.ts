import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { archivePaths } from '../../file-names/paths.js';
import { domainWords } from '../../platform/domain-words.js';
import { layOutZip, type ZipLayout, type ZipPart } from '../../platform/zip/layout.js';
import type { ArchiveSource } from './archive-content.js';
import { type ArchiveCopy, type ArchiveFile, templateValues } from './archive-files.lib.js';
import { manifests } from './archive-manifest.js';

export interface Archive {
  layout: ZipLayout<ArchiveSource>;
  /** Quoted; another one as soon as any byte of the archive would be another. */
  etag: string;
}

export type NamedArchiveFile = ArchiveFile & { crc32: number; sha256: string; path: string };

/** Further files of an archive that are made from its list. Their names come first, so no other file takes them. */
export interface ArchiveExtras {
  names: readonly string[];
  make(files: NamedArchiveFile[], lists: Record<string, Buffer>): Record<string, Buffer>;
}

/** Names the files and computes the archive with its manifests. All files have their checksums. */
export function layOutArchive(
  project: string,
  files: readonly (ArchiveFile & { crc32: number; sha256: string })[],
  template: string,
  extras: ArchiveExtras = { names: [], make: () => ({}) },
): Archive {
  const lastTrack = Math.max(...files.map(({ trackNumber }) => trackNumber ?? 0));
  const ownNames = ['manifest.csv', 'manifest.json', ...extras.names];
  const paths = archivePaths(
    [
      ...ownNames.map((originalName) => ({ originalName, values: null })),
      ...files.map((file) => ({ ...file, values: templateValues(file, project, lastTrack), folder: folderOf(file) })),
    ],
    template,
  );
  const named = files.map((file, index) => ({ ...file, path: paths[ownNames.length + index]! }));
  const { csv, json } = manifests(
    project,
    named.map(({ copy, ...file }) => ({ ...file, ...(copy && checksumsOf(copy)) })),
  );
  const lists = { 'manifest.csv': csv, 'manifest.json': json };
  const owned = { ...lists, ...extras.make(named, lists) };
  const newest = new Date(Math.max(...files.map(({ createdAt }) => createdAt.getTime())));
  const own = (name: string, bytes: Buffer) => ({
    name,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
    modifiedAt: newest,
    source: { bytes },
  });
  const layout = layOutZip<ArchiveSource>([
    ...named.map((file) => ({
      name: file.path,
      sizeBytes: file.copy?.sizeBytes ?? file.sizeBytes,
      crc32: file.copy?.crc32 ?? file.crc32,
      modifiedAt: file.createdAt,
      ...(file.copy ? { parts: partsOf(file, file.copy) } : { source: sourceOf(file) }),
    })),
    ...Object.entries(owned).map(([name, bytes]) => own(name, bytes)),
  ]);
  return { layout, etag: etagOf(layout) };
}

/** Other files than masters are in a folder of their kind. */
const folderOf = ({ deliverable }: ArchiveFile): string =>
  deliverable ? domainWords.deliverableKinds[deliverable.kind].folder : '';

const checksumsOf = ({ sizeBytes, sha256, crc32: sum }: ArchiveCopy) => ({ sizeBytes, sha256, crc32: sum });

type StoredFile = Pick<ArchiveFile, 'objectKey' | 'fileId' | 'sizeBytes'>;

const sourceOf = ({ objectKey, fileId, sizeBytes }: StoredFile) => ({ objectKey, fileId, objectBytes: sizeBytes });

/** A tagged copy alone, as if it were an archive. */
export function layOutCopy(file: StoredFile, copy: ArchiveCopy): ZipLayout<ArchiveSource> {
  let start = 0;
  const pieces = partsOf(file, copy).map((part) => {
    const piece = { ...part, start };
    start += part.sizeBytes;
    return piece;
  });
  return { sizeBytes: start, pieces: pieces.filter(({ sizeBytes }) => sizeBytes > 0) };
}

function partsOf(file: StoredFile, copy: ArchiveCopy): ZipPart<ArchiveSource>[] {
  const { headBytes, fromByte, toByte, tailBytes, sha256, head, tail } = copy;
  return [
    { sizeBytes: headBytes, source: { render: head, id: `${sha256} head` } },
    { sizeBytes: toByte - fromByte, source: { ...sourceOf(file), from: fromByte } },
    { sizeBytes: tailBytes, source: { render: tail, id: `${sha256} tail` } },
  ];
}

/** An object never changes, so its key stands for its bytes. */
function etagOf({ pieces }: ZipLayout<ArchiveSource>): string {
  const hash = createHash('sha256');
  for (const { bytes, source } of pieces) {
    if (bytes) hash.update(bytes);
    else if ('bytes' in source) hash.update(source.bytes);
    else if ('render' in source) hash.update(source.id);
    else hash.update(source.objectKey);
  }
  return `"${hash.digest('hex')}"`;
}
