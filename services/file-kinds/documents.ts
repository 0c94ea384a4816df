/** The files beside audio that belong to a delivery, by what their first bytes must be. */
export type DocumentKind = 'zip' | 'pdf' | 'text' | 'rtf' | 'office' | 'jpeg' | 'png' | 'tiff';

const kindsByExtension: Record<string, DocumentKind> = {
  zip: 'zip',
  pdf: 'pdf',
  txt: 'text',
  md: 'text',
  csv: 'text',
  cue: 'text',
  lrc: 'text',
  rtf: 'rtf',
  docx: 'office',
  xlsx: 'office',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  tif: 'tiff',
  tiff: 'tiff',
};

export const DOCUMENT_EXTENSIONS = Object.keys(kindsByExtension);

const typesByExtension: Record<string, string> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const typesByKind: Record<Exclude<DocumentKind, 'office'>, string> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  text: 'text/plain',
  rtf: 'application/rtf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
};

export const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The kind of document that a name claims; null for other names. */
export const documentKindOf = (name: string): DocumentKind | null => kindsByExtension[extensionOf(name)] ?? null;

/** The content type of a document; null if the name is not that of one. */
export function documentTypeOf(name: string): string | null {
  const kind = documentKindOf(name);
  if (!kind) return null;
  return typesByExtension[extensionOf(name)] ?? typesByKind[kind as keyof typeof typesByKind] ?? null;
}

/** How many leading bytes `isDocument` needs. */
export const SNIFF_BYTES = 4096;

/** Whether a file begins like the document that its name claims to be. */
export function isDocument(firstBytes: Uint8Array, name: string): boolean {
  const kind = documentKindOf(name);
  return kind !== null && begins[kind](firstBytes);
}

const starts =
  (...signatures: string[]) =>
  (bytes: Uint8Array): boolean =>
    signatures.some((signature) => latin(bytes, signature.length) === signature);

const latin = (bytes: Uint8Array, length: number): string => String.fromCharCode(...bytes.subarray(0, length));

/** An archive without files begins with its end record. */
const ZIP = starts('PK\x03\x04', 'PK\x05\x06');

const begins: Record<DocumentKind, (bytes: Uint8Array) => boolean> = {
  zip: ZIP,
  office: starts('PK\x03\x04'),
  // Readers accept up to a kilobyte in front of the header.
  pdf: (bytes) => latin(bytes, 1024).includes('%PDF-'),
  rtf: starts('{\\rtf'),
  jpeg: starts('\xff\xd8\xff'),
  png: starts('\x89PNG\r\n\x1a\n'),
  tiff: starts('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
  text: isText,
};

const MARKUP = /^\s*(?:<!doctype|<html|<head|<body|<script|<svg|<\?php)/i;

/** Text in UTF-8, UTF-16 with a byte order mark, or an 8-bit code. Pages that a browser would run are not text. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const text = new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  return !/[\u0000-\u0008\u000e-\u001a]/.test(text) && !MARKUP.test(text);
}
