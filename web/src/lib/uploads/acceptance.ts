import type { UploadSource } from './upload-types';

const EXTENSIONS = ['.wav', '.aiff', '.aif', '.aifc', '.flac', '.mp3', '.w64', '.rf64', '.bwf'];
const SHOWN_EXTENSIONS = '.wav, .aiff, .flac, .mp3';

/**
 * Why a file cannot be uploaded, as far as the browser knows; null if it can. Checks the extension, because browsers
 * report different types.
 */
export function refusalFor({ name, size }: { name: string; size: number }, maxBytes: number): string | null {
  const lower = name.toLowerCase();
  if (!EXTENSIONS.some((extension) => lower.endsWith(extension))) return `File type must be one of ${SHOWN_EXTENSIONS}`;
  if (size === 0) return 'File is smaller than 1 bytes';
  if (size > maxBytes) return `File is larger than ${maxBytes} bytes`;
  return null;
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

/** Splits dropped files into uploadable and refused ones; hidden files are ignored. */
export function judged(files: DroppedFile[], maxBytes: number): { good: UploadSource[]; refused: RefusedFile[] } {
  const good: UploadSource[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const folder = folderOf(file.path ?? file.webkitRelativePath);
    if (folder !== null && isHidden(file.name)) continue;
    const reason = refusalFor(file, maxBytes);
    if (reason === null) good.push({ file, folder });
    else refused.push({ name: file.name, reason });
  }
  return { good, refused };
}
