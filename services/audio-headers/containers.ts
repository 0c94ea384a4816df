export const audioContainers = ['wav', 'rf64', 'w64', 'aiff', 'aifc', 'flac', 'mp3'] as const;
export type AudioContainer = (typeof audioContainers)[number];

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

/**
 * The kind of audio that a name and a content type claim: the extension decides, then the type; null if neither is
 * audio.
 */
export function audioKindOf(fileName: string, contentType: string): AudioKind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return kindsByExtension[extension] ?? kindsByContentType[type] ?? null;
}

export const kindOf = (container: AudioContainer): AudioKind => kindsByContainer[container];

/**
 * A file name whose extension is that of this type of audio, which is added to any other one: a system runs a file by its
 * last extension. Names of other types stay as they are.
 */
export function namedAs(fileName: string, contentType: string): string {
  const kind = audioKindOf('', contentType);
  return kind === null || audioKindOf(fileName, '') === kind ? fileName : `${fileName}.${kind}`;
}

/** The canonical content type of a kind, for instance audio/mpeg. */
export function contentTypeOf(kind: AudioKind): string {
  return contentTypes[kind];
}

/**
 * A sentence, to be put after the file's name or 'It', about a file whose container and name do not match; null if they do.
 * A name without a known extension fits every container.
 */
export function namingFault(container: AudioContainer, fileName: string): string | null {
  const kind = kindOf(container);
  const claimed = audioKindOf(fileName, '');
  return !claimed || claimed === kind ? null : `is ${kind.toUpperCase()}, but its name says ${claimed.toUpperCase()}`;
}

export const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));
