import type { Analysis, File } from '../../api';

/** The file properties that the player needs. */
export type Piece = Pick<File, 'id' | 'projectId' | 'fileName' | 'track_title' | 'lossless'> & {
  analysis: PieceAnalysis;
  can: Pick<File['can'], 'download'>;
  /** Address of the preview for visitors of a link; they cannot request one for each file. */
  soundUrl?: string;
  /** Whether it waits in staging, where only engineers hear it. */
  staged?: boolean;
} & Partial<Pick<File, 'fileType' | 'slotType'>>;

export type PieceAnalysis = Pick<
  Analysis,
  | 'hasPreview'
  | 'durationS'
  | 'sampleRateHz'
  | 'loudness'
  | 'played'
  | 'container'
  | 'channels'
  | 'bitsStored'
  | 'float'
>;

/** A piece of a list that plays in order, with the versions that it can be compared with. */
export interface QueuedPiece {
  piece: Piece;
  versions: Piece[];
  /** Seconds of silence before it, when the piece before it has ended. */
  gapS?: number;
}

export interface PlayerState {
  /** Null if nothing is loaded. */
  piece: Piece | null;
  /** Versions that can be compared, including the loaded one. */
  versions: Piece[];
  /** The list that is played in order; empty unless playing began in one. */
  queue: QueuedPiece[];
  playing: boolean;
  /** Playing was requested, but nothing is loaded yet. */
  waiting: boolean;
  /** Waits because the connection or the server fails; it resumes automatically. */
  stalled: boolean;
  /** Whether versions are played as loud as the quietest of those that are compared. */
  matched: boolean;
  /** The versions that were heard since loudness is matched, or since this piece was loaded. */
  heard: readonly string[];
  /** Versions A and B of a blind comparison, during which the interface must not reveal which one is audible. */
  blind: { a: Piece; b: Piece } | null;
  /** Whether versions are played in full quality if they have more than a preview. */
  full: boolean;
  /** Whether full quality was requested and is not audible yet. */
  pending: boolean;
  failed: boolean;
  /** The repeated passage in seconds of the loaded version. While `to` is null, only its start is set. */
  repeat: { from: number; to: number | null } | null;
}

/** The state while nothing is loaded. */
export const NOTHING: PlayerState = {
  piece: null,
  versions: [],
  queue: [],
  playing: false,
  waiting: false,
  stalled: false,
  matched: false,
  heard: [],
  blind: null,
  full: false,
  pending: false,
  failed: false,
  repeat: null,
};

/** Index of the loaded piece in the list, also while another version of it is heard; -1 if it is not in the list. */
export function placeInQueue({ piece, queue }: Pick<PlayerState, 'piece' | 'queue'>): number {
  const exact = queue.findIndex((item) => item.piece.id === piece?.id);
  return exact >= 0 ? exact : queue.findIndex(({ versions }) => versions.some(({ id }) => id === piece?.id));
}

/** The playable version `by` places further in the list; undefined if there is no other, or a blind comparison runs. */
export function versionBeside({ piece, versions, blind }: PlayerState, by: 1 | -1): Piece | undefined {
  const heard = versions.filter(({ analysis }) => analysis.hasPreview);
  const place = heard.findIndex(({ id }) => id === piece?.id);
  const next = heard[(place + by + heard.length) % heard.length];
  return place >= 0 && heard.length > 1 && !blind ? next : undefined;
}

/** The next piece of the list; null after the last one, and while a piece outside of the list is loaded. */
export function nextInQueue(state: Pick<PlayerState, 'piece' | 'queue'>): QueuedPiece | null {
  const place = placeInQueue(state);
  return (place >= 0 && state.queue[place + 1]) || null;
}

/** The loaded piece, its versions and the list, with what is known about files now. */
export function withFiles({ versions, queue }: PlayerState, piece: Piece, files: Piece[]) {
  const now = (known: Piece) => files.find(({ id }) => id === known.id) ?? known;
  return {
    piece: now(piece),
    versions: versions.map(now),
    queue: queue.map((item) => ({ ...item, piece: now(item.piece), versions: item.versions.map(now) })),
  };
}
