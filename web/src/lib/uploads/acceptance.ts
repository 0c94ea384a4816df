import type { UploadSource } from './upload-types';

const EXTENSIONS = ['.wav', '.aiff', '.aif', '.aifc', '.flac', '.mp3', '.w64', '.rf64', '.bwf'];
const SHOWN_EXTENSIONS = '.wav, .aiff, .flac, .mp3';

/** Why a file cannot be uploaded, judged by what the browser knows; null when it may be sent. Browsers' types vary, so the extension decides. */
export function refusalFor({ name, size }: { name: string; size: number }, maxBytes: number): string | null {
  const lower = name.toLowerCase();
  if (!EXTENSIONS.some((extension) => lower.endsWith(extension))) return `File type must be one of ${SHOWN_EXTENSIONS}`;
  if (size === 0) return 'File is smaller than 1 bytes';
  if (size > maxBytes) return `File is larger than ${maxBytes} bytes`;
  return null;
}

/** The folder part of a dropped file's path ('./Album/CD/01.wav' is 'Album/CD'); null when it came alone. */
export function folderOf(path: string | undefined): string | null {
  const parts = (path ?? '').split('/').filter((part) => part !== '' && part !== '.');
  return parts.length > 1 ? parts.slice(0, -1).join('/') : null;
}

/** What systems leave in folders for themselves: '.DS_Store', '._01 Ember.wav'. */
export const isHidden = (name: string): boolean => name.startsWith('.');

/** A dropped file; browsers say where it lay in its folder in one way or the other. */
export type DroppedFile = File & { path?: string };

export interface RefusedFile {
  name: string;
  reason: string;
}

/** What may be sent of dropped files, and what may not; hidden files of folders are neither. */
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
