import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { archivePaths } from '../../file-names/paths.js';
import { domainWords } from '../../platform/domain-words.js';
import { layOutZip, type ZipLayout } from '../../platform/zip/layout.js';
import type { ArchiveSource } from './archive-content.js';
import { type ArchiveFile, templateValues } from './archive-files.js';
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
  const { csv, json } = manifests(project, named);
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
    ...named.map(({ path, sizeBytes, crc32: sum, createdAt, objectKey, fileId }) => ({
      name: path,
      sizeBytes,
      crc32: sum,
      modifiedAt: createdAt,
      source: { objectKey, fileId },
    })),
    ...Object.entries(owned).map(([name, bytes]) => own(name, bytes)),
  ]);
  return { layout, etag: etagOf(layout) };
}

/** Other files than masters are in a folder of their kind. */
const folderOf = ({ deliverable }: ArchiveFile): string =>
  deliverable ? domainWords.deliverableKinds[deliverable.kind].folder : '';

/** An object never changes, so its key stands for its bytes. */
function etagOf({ pieces }: ZipLayout<ArchiveSource>): string {
  const hash = createHash('sha256');
  for (const { bytes, source } of pieces) {
    if (bytes) hash.update(bytes);
    else if ('bytes' in source) hash.update(source.bytes);
    else hash.update(source.objectKey);
  }
  return `"${hash.digest('hex')}"`;
}
