import type { StagingHeader } from '../../api';

export type Container = StagingHeader['container'];

/** Number of leading bytes needed to identify a file. */
export const SNIFF_BYTES = 4096;

const KINDS: Record<Container, string> = {
  wav: 'wav',
  rf64: 'wav',
  w64: 'wav',
  aiff: 'aiff',
  aifc: 'aiff',
  flac: 'flac',
  mp3: 'mp3',
};
const ENDINGS: Record<string, string> = {
  wav: 'wav',
  wave: 'wav',
  bwf: 'wav',
  rf64: 'wav',
  bw64: 'wav',
  w64: 'wav',
  aif: 'aiff',
  aiff: 'aiff',
  aifc: 'aiff',
  flac: 'flac',
  mp3: 'mp3',
};

/** First 16 bytes of Sony Wave64: the RIFF GUID. */
const W64_GUID = [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0, 0];

export const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** Whether this container matches the file extension; the server checks the same. */
export function fitsName(container: Container, name: string): boolean {
  const claimed = ENDINGS[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  return claimed === undefined || claimed === KINDS[container];
}

/** Length of the ID3v2 tag at the start, 0 without one; its size is stored in 4 × 7 bits. */
export function id3Length(bytes: Uint8Array): number {
  if (ascii(bytes, 0, 3) !== 'ID3') return 0;
  return 10 + [6, 7, 8, 9].reduce((sum, index) => (sum << 7) | ((bytes[index] ?? 0) & 0x7f), 0);
}

/**
 * Identifies the container from the first bytes; null if unknown. `behind` is what follows the ID3v2 tag, if there is
 * one.
 */
export function containerOf(bytes: Uint8Array, behind: Uint8Array): Container | null {
  const form = ascii(bytes, 0, 4);
  const type = ascii(bytes, 8, 12);
  if (form === 'RIFF' && type === 'WAVE') return 'wav';
  if ((form === 'RF64' || form === 'BW64') && type === 'WAVE') return 'rf64';
  if (form === 'FORM' && type === 'AIFF') return 'aiff';
  if (form === 'FORM' && type === 'AIFC') return 'aifc';
  if (W64_GUID.every((byte, index) => bytes[index] === byte)) return 'w64';
  if (ascii(behind, 0, 4) === 'fLaC') return 'flac';
  return form.startsWith('ID3') || hasMpegFrame(bytes) ? 'mp3' : null;
}

/** True if the bytes begin with an MPEG audio Layer III frame, optionally after zero padding. */
function hasMpegFrame(bytes: Uint8Array): boolean {
  const start = bytes.findIndex((byte) => byte !== 0);
  const [sync = 0, second = 0, third = 0] = start < 0 ? [] : bytes.subarray(start);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const bitRate = third >> 4;
  const rate = (third >> 2) & 3;
  return sync === 0xff && second >> 5 === 7 && version !== 1 && layer === 1 && bitRate > 0 && bitRate < 15 && rate < 3;
}
