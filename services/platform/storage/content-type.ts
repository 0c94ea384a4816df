import { extname } from 'node:path';
import { create } from 'content-disposition';
import { namedAs } from '../../audio-headers/containers.js';
import { REORDERING } from '../text.js';

const BY_EXTENSION: Record<string, string> = {
  '.aac': 'audio/aac',
  '.aif': 'audio/aiff',
  '.aifc': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.flac': 'audio/flac',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.w64': 'audio/x-w64',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};

const OPAQUE = 'application/octet-stream';
const PLAYABLE = /^(audio\/[\w.+-]+|image\/(png|jpeg|webp))$/;
const HARMLESS = new Set(['application/json', 'application/pdf', 'application/zip']);

/** The content type of a file name's extension. */
export function contentTypeOf(name: string): string {
  return BY_EXTENSION[extname(name).toLowerCase()] ?? OPAQUE;
}

/** The type itself if no browser would run it as a page or script, else application/octet-stream. */
export function safeContentType(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return PLAYABLE.test(type) || HARMLESS.has(type) ? type : OPAQUE;
}

/**
 * The Content-Disposition header for a Unicode name, with an ASCII fallback (RFC 6266). Audio is saved as what it is. Only audio and images are ever
 * shown in place.
 */
export function contentDisposition(fileName: string, contentType: string, inline: boolean): string {
  const cleaned =
    fileName
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
      .replace(REORDERING, '')
      .replace(/[/\\]/g, '_') || 'file';
  const name = namedAs(cleaned, contentType);
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/gu, '_');
  return create(name, {
    type: inline && PLAYABLE.test(safeContentType(contentType)) ? 'inline' : 'attachment',
    fallback,
  });
}
