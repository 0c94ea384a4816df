import { isLargeByName } from '../../../../services/file-kinds/deliverables.js';
import { DOCUMENT_EXTENSIONS, documentKindOf } from '../../../../services/file-kinds/documents.js';
import type { UploadSource } from './upload-types';

const EXTENSIONS = ['.wav', '.aiff', '.aif', '.aifc', '.flac', '.mp3', '.w64', '.rf64', '.bwf'];
const SHOWN_EXTENSIONS = '.wav, .aiff, .flac, .mp3';

/** Limits of a studio in bytes; whole records may be as large as any file. */
export interface SizeLimits {
  maxStagingBytes: number;
  maxFileBytes: number;
}

/**
 * Why a file cannot be uploaded, as far as the browser knows; null if it can. Checks the extension, because browsers
 * report different types.
 */
export function refusalFor({ name, size }: { name: string; size: number }, maxBytes: number): string | null {
  const lower = name.toLowerCase();
  if (!EXTENSIONS.some((extension) => lower.endsWith(extension))) return `File type must be one of ${SHOWN_EXTENSIONS}`;
  return sizeRefusal(size, maxBytes);
}

function sizeRefusal(size: number, maxBytes: number): string | null {
  if (size === 0) return 'File is smaller than 1 bytes';
  if (size > maxBytes) return `File is larger than ${maxBytes} bytes`;
  return null;
}

/** Why a file cannot be staged; documents can, beside audio. */
export function stagingRefusalFor(
  { name, size }: { name: string; size: number },
  { maxStagingBytes, maxFileBytes }: SizeLimits,
): string | null {
  if (/^ddp(id|ms)$/i.test(name)) return 'Drop the whole folder of the DDP, or a ZIP of it';
  const maxBytes = isLargeByName(name) ? Math.max(maxStagingBytes, maxFileBytes) : maxStagingBytes;
  if (documentKindOf(name)) return sizeRefusal(size, maxBytes);
  const refusal = refusalFor({ name, size }, maxBytes);
  const documents = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join(', ');
  return refusal?.startsWith('File type') ? `${refusal}, ${documents}` : refusal;
}

/** Folder of a dropped file ('./Album/CD/01.wav' is in 'Album/CD'); null for a single file. */
export function folderOf(path: string | undefined): string | null {
  const parts = (path ?? '').split('/').filter((part) => part !== '' && part !== '.');
  return parts.length > 1 ? parts.slice(0, -1).join('/') : null;
}

/** Hidden files that systems leave in folders: '.DS_Store', '._01 Ember.wav'. */
export const isHidden = (name: string): boolean => name.startsWith('.');

/** A dropped file. Browsers report its path in one of two properties. */
export type DroppedFile = File & { path?: string };

export interface RefusedFile {
  name: string;
  reason: string;
}

/** The files that can be uploaded, and the others with the reason; hidden files are ignored. */
export interface SortedFiles {
  good: UploadSource[];
  refused: RefusedFile[];
}

const sourcesOf = (files: DroppedFile[]): UploadSource[] =>
  files
    .map((file) => ({ file, folder: folderOf(file.path ?? file.webkitRelativePath) }))
    .filter(({ file, folder }) => folder === null || !isHidden(file.name));

function judge(sources: UploadSource[], refusalOf: (file: File) => string | null): SortedFiles {
  const reasons = sources.map(({ file }) => refusalOf(file));
  return {
    good: sources.filter((_source, index) => reasons[index] === null),
    refused: sources.flatMap(({ file: { name } }, index) => {
      const reason = reasons[index];
      return reason ? [{ name, reason }] : [];
    }),
  };
}

/** Splits dropped audio files. */
export const judged = (files: DroppedFile[], maxBytes: number): SortedFiles =>
  judge(sourcesOf(files), (file) => refusalFor(file, maxBytes));

/** A folder that holds a DDP, with all files below it. */
export interface DdpFolder {
  /** Path of the folder. */
  folder: string;
  sources: UploadSource[];
}

/** Splits files that are dropped to be staged. The folder of a DDP becomes one file, which the caller packs. */
export function judgedToStage(files: DroppedFile[], limits: SizeLimits): SortedFiles & { ddps: DdpFolder[] } {
  const sources = sourcesOf(files);
  const roots = sources.flatMap(({ file, folder }) =>
    folder !== null && /^ddp(id|ms)$/i.test(file.name) ? [folder] : [],
  );
  const rootOf = ({ folder }: UploadSource) => roots.find((root) => folder === root || folder?.startsWith(`${root}/`));
  const inDdp = Map.groupBy(sources, rootOf);
  const ddps = [...new Set(roots)].map((folder) => ({ folder, sources: inDdp.get(folder) ?? [] }));
  return { ...judge(inDdp.get(undefined) ?? [], (file) => stagingRefusalFor(file, limits)), ddps };
}
