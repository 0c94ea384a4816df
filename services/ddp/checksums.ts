import { latin1 } from './fields.js';

export const digestKinds = ['md5', 'sha1', 'sha256', 'crc32'] as const;
export type DigestKind = (typeof digestKinds)[number];

export interface ChecksumLine {
  /** As written, without folders. */
  fileName: string;
  kind: DigestKind;
  /** Lower case. */
  hex: string;
}

const kindByLength: Record<number, DigestKind> = { 8: 'crc32', 32: 'md5', 40: 'sha1', 64: 'sha256' };

/** md5sum writes `<hex> *name`, others `name=<hex>`, `name: <hex>` or `MD5 (name) = <hex>`. */
const shapes = [
  /^(?<hex>[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})[\s,;:*]+(?<name>\S.*)$/i,
  /^(?:MD5|SHA1|SHA256)\s*\((?<name>.+)\)\s*=\s*(?<hex>[0-9a-f]{32,64})$/i,
  /^(?<name>.+?)\s*[=:,;\t ]\s*(?<hex>[0-9a-f]{8}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i,
];

/** The kind of checksum without a name, as some programs write it below the name of each file. */
const LABEL = /^(md5|sha-?1|sha-?256|crc(-?32)?)$/i;
/** The size of the file, or the kind of checksum. */
const BEHIND_NAME = /[\t;,]\s*\d+$|\s+\(?(md5|sha-?1|sha-?256|crc(-?32)?)\)?$/i;

/** The lines that name a file with a checksum; null if there is none in it. */
export function readChecksums(bytes: Uint8Array): ChecksumLine[] | null {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const lines = (
    isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : latin1(bytes).replace(/^\xef\xbb\xbf/, '')
  ).split(/\r\n|\r|\n/);
  const found = lines.flatMap((line) => {
    const text = line.trim();
    if (/^[;#[]/.test(text)) return [];
    for (const shape of shapes) {
      const groups = shape.exec(text)?.groups;
      const kind = groups && kindByLength[groups.hex!.length];
      if (!kind) continue;
      const fileName = baseName(groups.name!.trim().replace(BEHIND_NAME, ''));
      return LABEL.test(fileName) ? [] : [{ fileName, kind, hex: groups.hex!.toLowerCase() }];
    }
    return [];
  });
  return found.length > 0 ? found : null;
}

const baseName = (path: string) =>
  path
    .replace(/^["'*]+|["']+$/g, '')
    .split(/[\\/]/)
    .at(-1)!;

/** Whether a file beside a DDP is a list of checksums by its name. */
export const isChecksumFile = (name: string): boolean =>
  /\.(md5|sha1?|sha256|sfv|chk)$/i.test(name) || /(check.?sum|md5)/i.test(name);

/** As md5sum writes it, in binary mode. */
export const writeMd5 = (lines: readonly { fileName: string; md5: string }[]): string =>
  lines.map(({ fileName, md5 }) => `${md5} *${fileName}\n`).join('');
