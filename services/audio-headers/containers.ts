export const audioContainers = ['wav', 'rf64', 'w64', 'aiff', 'aifc', 'flac', 'mp3'] as const;
export type AudioContainer = (typeof audioContainers)[number];

/** How many leading bytes `sniffAudio` needs. */
export const SNIFF_BYTES = 4096;

export type AudioKind = 'wav' | 'aiff' | 'flac' | 'mp3';

const contentTypes: Record<AudioKind, string> = {
  wav: 'audio/wav',
  aiff: 'audio/aiff',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
};

const kindsByExtension: Record<string, AudioKind> = {
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

const kindsByContentType: Record<string, AudioKind> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/x-pn-wav': 'wav',
  'audio/aiff': 'aiff',
  'audio/x-aiff': 'aiff',
  'audio/aif': 'aiff',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/x-mp3': 'mp3',
  'audio/mpeg3': 'mp3',
  'audio/x-mpeg': 'mp3',
};

const kindsByContainer: Record<AudioContainer, AudioKind> = {
  wav: 'wav',
  rf64: 'wav',
  w64: 'wav',
  aiff: 'aiff',
  aifc: 'aiff',
  flac: 'flac',
  mp3: 'mp3',
};

/** First 16 bytes of Sony Wave64: the RIFF GUID. */
const W64_GUID = [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0, 0];

/**
 * The kind of audio that a name and a content type claim: the extension decides, then the type; null if neither is
 * audio.
 */
export function audioKindOf(fileName: string, contentType: string): AudioKind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return kindsByExtension[extension] ?? kindsByContentType[type] ?? null;
}

/** The canonical content type of a kind, for instance audio/mpeg. */
export function contentTypeOf(kind: AudioKind): string {
  return contentTypes[kind];
}

/**
 * The container if a file begins like the audio that its name claims to be, otherwise null; `namingFault` gives the
 * reason.
 */
export function sniffAudio(
  firstBytes: Uint8Array,
  fileName: string,
): { container: AudioContainer; contentType: string } | null {
  const container = containerOf(firstBytes, fileName);
  if (!container || namingFault(container, fileName)) return null;
  return { container, contentType: contentTypes[kindsByContainer[container]] };
}

/**
 * A sentence for the engineer about a file whose container and name do not match; null if they do. A name without a
 * known extension fits every container.
 */
export function namingFault(container: AudioContainer | null, fileName: string): string | null {
  if (!container) return 'It does not begin like a WAV, AIFF, FLAC or MP3 file.';
  const kind = kindsByContainer[container];
  const claimed = audioKindOf(fileName, '');
  if (!claimed || claimed === kind) return null;
  return `Its name says ${claimed.toUpperCase()}, but it is ${kind.toUpperCase()}.`;
}

/**
 * The container that begins with these bytes; null if it is unknown. The file name matters only if the file begins with
 * an ID3 tag that is longer than these bytes.
 */
export function containerOf(bytes: Uint8Array, fileName: string): AudioContainer | null {
  const form = ascii(bytes, 0, 4);
  const type = ascii(bytes, 8, 12);
  if (form === 'RIFF' && type === 'WAVE') return 'wav';
  if ((form === 'RF64' || form === 'BW64') && type === 'WAVE') return 'rf64';
  if (form === 'FORM' && type === 'AIFF') return 'aiff';
  if (form === 'FORM' && type === 'AIFC') return 'aifc';
  if (form === 'fLaC') return 'flac';
  if (W64_GUID.every((byte, index) => bytes[index] === byte)) return 'w64';
  if (form.startsWith('ID3')) {
    const behind = bytes.subarray(id3Length(bytes));
    if (behind.length >= 4) return containerBehindId3(behind);
    return audioKindOf(fileName, '') === 'flac' ? 'flac' : 'mp3';
  }
  return hasMpegFrame(bytes) ? 'mp3' : null;
}

/** The container after an ID3v2 tag: usually MPEG audio, but some taggers write one before FLAC. */
export function containerBehindId3(bytes: Uint8Array): AudioContainer {
  return ascii(bytes, 0, 4) === 'fLaC' ? 'flac' : 'mp3';
}

/** Length of the ID3v2 tag at the beginning, 0 without one; its size is stored in 4 × 7 bits (ID3v2.4 §3.1). */
export function id3Length(bytes: Uint8Array): number {
  if (ascii(bytes, 0, 3) !== 'ID3') return 0;
  return 10 + [6, 7, 8, 9].reduce((sum, index) => (sum << 7) | ((bytes[index] ?? 0) & 0x7f), 0);
}

/**
 * Whether there is a valid MPEG audio layer III header, after zero padding at most, followed by a second one at the
 * right place.
 */
function hasMpegFrame(bytes: Uint8Array): boolean {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start++;
  const length = mpegFrameLength(bytes, start);
  if (length === null) return false;
  return start + length + 4 > bytes.length || mpegFrameLength(bytes, start + length) !== null;
}

const BIT_RATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES_MPEG1 = [44100, 48000, 32000];

/** Length in bytes of the layer III frame whose header is at `at` (ISO 11172-3 §2.4.2.3), or null if there is none. */
export function mpegFrameLength(bytes: Uint8Array, at: number): number | null {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const bitRateIndex = third >> 4;
  const rate = SAMPLE_RATES_MPEG1[(third >> 2) & 3];
  if (sync !== 0xff || second >> 5 !== 7 || version === 1 || layer !== 1 || rate === undefined) return null;
  const isMpeg1 = version === 3;
  const bitRate = (isMpeg1 ? BIT_RATES_MPEG1 : BIT_RATES_MPEG2)[bitRateIndex];
  if (!bitRate) return null;
  const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  return Math.floor(((isMpeg1 ? 144 : 72) * bitRate * 1000) / sampleRate) + ((third >> 1) & 1);
}

export const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));
