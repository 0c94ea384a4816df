import { documentKindOf, extensionOf } from './documents.js';

/** The kinds of files that a studio delivers besides the masters in slots. */
export const DELIVERABLE_KINDS = [
  'ddp',
  'vinyl_side',
  'atmos',
  'binaural',
  'lyrics',
  'artwork',
  'pq_sheet',
  'session_notes',
  'other',
] as const;
export type DeliverableKind = (typeof DELIVERABLE_KINDS)[number];

export interface Deliverable {
  kind: DeliverableKind;
  /** Empty if kind, track and side say it all. */
  title: string;
  trackId: string | null;
  /** A to H; null for everything but a side of a record. */
  side: string | null;
}

/** The facts of a file by which it is recognised. A fact is null until it is known. */
export interface SeenFile {
  name: string;
  folder: string | null;
  /** Null for documents. */
  audio: { channels: number | null; durationS: number | null; hasChna: boolean | null } | null;
  /** The paths in a ZIP. */
  entries: string[] | null;
}

export interface KnownTrack {
  id: string;
  trackNumber: number;
  title: string;
}

/** Kinds that may belong to one track. */
export const TRACK_KINDS: readonly DeliverableKind[] = ['atmos', 'binaural', 'lyrics', 'session_notes', 'other'];

/** Kinds whose sound is read in another way: Dolby Atmos is not decoded, and more is measured of sides. */
const READ_OTHERWISE: readonly (DeliverableKind | null)[] = ['atmos', 'vinyl_side'];

/** Whether a file has to be analysed again when it becomes another kind; null is a master. */
export const isReadAlike = (one: DeliverableKind | null, other: DeliverableKind | null): boolean =>
  one === other || !(READ_OTHERWISE.includes(one) || READ_OTHERWISE.includes(other));

/** A side is longer than a song; a song may be called `Side A`. */
const LEAST_SIDE_S = 300;
/** A master has at most this many channels (7.1). */
const MOST_MASTER_CHANNELS = 8;

/** Kinds that are whole records or have many channels; the limit of masters does not hold for them. */
const LARGE_KINDS: readonly DeliverableKind[] = ['ddp', 'vinyl_side', 'atmos'];

/** Whether a file may be larger than a master: archives, whole sides and Dolby Atmos. */
export const isLarge = (name: string, kind: DeliverableKind | undefined): boolean =>
  documentKindOf(name) === 'zip' || (kind !== undefined && LARGE_KINDS.includes(kind));

/** The same by the name alone. */
export function isLargeByName(name: string): boolean {
  const audio = documentKindOf(name) ? null : { channels: null, durationS: null, hasChna: null };
  return isLarge(name, recogniseDeliverable({ name, folder: null, audio, entries: null }, [])?.kind);
}

/** The deliverable that a file is, or null for a master. Content decides where it is known, then the name. */
export function recogniseDeliverable(file: SeenFile, tracks: readonly KnownTrack[]): Deliverable | null {
  const kind = kindOf(file, tracks);
  if (!kind) return null;
  const track = TRACK_KINDS.includes(kind) && kind !== 'other' ? trackOf(file.name, tracks) : null;
  const side = kind === 'vinyl_side' ? sideOf(file.name) : null;
  return { kind, side, trackId: track?.id ?? null, title: track || side ? '' : titleOf(file.name) };
}

function kindOf(file: SeenFile, tracks: readonly KnownTrack[]): DeliverableKind | null {
  if (file.audio) return audioKindOf(file.name, file.audio);
  const words = fold([file.folder, stemOf(file.name)].join(' '));
  const says = (...of: string[]) => of.some((word) => ` ${words} `.includes(` ${word} `));
  const isLyrics = says('lyrics', 'lyric', 'songtexte', 'songtext', 'paroles', 'letras', 'letra', 'testi', 'testo');
  const isPq = says('pq', 'pq sheet', 'cd report', 'cue sheet', 'cuesheet', 'pqsheet');
  switch (documentKindOf(file.name)) {
    case 'zip':
      if (file.entries === null) return says('ddp') ? 'ddp' : 'other';
      return file.entries.some(isOfDdp) ? 'ddp' : 'other';
    case 'jpeg':
    case 'png':
    case 'tiff':
      return 'artwork';
    case 'pdf':
      if (isLyrics) return 'lyrics';
      if (isPq) return 'pq_sheet';
      if (says('artwork', 'cover', 'booklet', 'sleeve', 'inlay', 'label', 'labels', 'front', 'back')) return 'artwork';
      if (says('notes', 'session', 'recall')) return 'session_notes';
      return trackOf(file.name, tracks) ? 'lyrics' : 'other';
    case 'text':
    case 'rtf':
    case 'office':
      if (isLyrics || extensionOf(file.name) === 'lrc') return 'lyrics';
      if (isPq || extensionOf(file.name) === 'cue') return 'pq_sheet';
      if (['csv', 'xlsx'].includes(extensionOf(file.name))) return 'other';
      if (says('notes', 'session', 'recall', 'credits')) return 'session_notes';
      return trackOf(file.name, tracks) ? 'lyrics' : 'session_notes';
    default:
      return null;
  }
}

/** A DDP that lacks one of the two is a faulty DDP. */
const isOfDdp = (path: string): boolean => /(?:^|[/\\])ddp(?:id|ms)$/i.test(path);

function audioKindOf(name: string, audio: NonNullable<SeenFile['audio']>): DeliverableKind | null {
  const { channels, durationS, hasChna } = audio;
  const words = ` ${fold(stemOf(name))} `;
  const isMany = channels === null || channels > 2;
  if (hasChna) return 'atmos';
  if (channels !== null && channels > MOST_MASTER_CHANNELS) return 'atmos';
  if (hasChna === null && isMany && /\s(?:atmos|adm)\s/.test(words)) return 'atmos';
  if (/\sbinaural\s/.test(words)) return 'binaural';
  if (sideOf(name) && (durationS === null || durationS >= LEAST_SIDE_S)) return 'vinyl_side';
  return null;
}

const SIDE_WORD = '(?:side|seite|face|lato|lado|cara|kant|sida|puoli)';
const SIDE_PATTERNS = [
  new RegExp(`(?<![a-z])${SIDE_WORD}[ _.-]*(?<side>[a-h1-8])(?![a-z0-9])`, 'i'),
  new RegExp(`(?<![a-z0-9])(?<side>[a-h])[ _.-]*${SIDE_WORD}(?![a-z])`, 'i'),
  // CAT001_A_44100Hz_24bit
  /^[A-Z]{2,8}[-_ ]?\d{2,5}[-_ ](?<side>[A-H])(?=[-_ .]|$)/,
];

/** The side of a record that a name says, as a letter; null if it says none. `A1` is a track, not a side. */
export function sideOf(name: string): string | null {
  for (const pattern of SIDE_PATTERNS) {
    const side = pattern.exec(stemOf(name))?.groups?.side?.toUpperCase();
    if (side) return /\d/.test(side) ? String.fromCharCode(64 + Number(side)) : side;
  }
  return null;
}

/** The track that a name means: the longest title in it, else the number at its beginning. */
export function trackOf<T extends KnownTrack>(name: string, tracks: readonly T[]): T | null {
  const words = ` ${fold(stemOf(name))} `;
  const titled = tracks
    .map((track) => ({ track, title: fold(track.title) }))
    .filter(({ title }) => title.length > 1 && words.includes(` ${title} `))
    .sort((a, b) => b.title.length - a.title.length);
  if (titled[0]) return titled[0].track;
  const number = /^ (?:track )?0*(\d{1,3}) /.exec(words)?.[1];
  return (number && tracks.find(({ trackNumber }) => trackNumber === Number(number))) || null;
}

export const stemOf = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '');

/** A readable title: without underscores and the marks of a version at its end. */
export function titleOf(name: string): string {
  const words = stemOf(name)
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  const short = words.replace(/(?:[ .-]*(?:\(\d+\)|v\d+|rev\d*|final\d*))+$/i, '').trim();
  return (short || words).slice(0, MAX_TITLE);
}

export const MAX_TITLE = 200;

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
