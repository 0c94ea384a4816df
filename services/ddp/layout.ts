import { error, type Finding, warning } from './findings.js';
import { FIRST_GAP, FRAME_BYTES, LAST_FRAME, MAX_TRACKS, msf, SAMPLE_BYTES, SHORTEST_TRACK } from './time.js';

/** Longest disc that plants press without asking: 79:57. */
const LONGEST = (79 * 60 + 57) * 75;

/** A track of a disc that is to be made. */
export interface DiscTrack {
  title: string;
  performer: string;
  composer: string;
  isrc: string;
  /** Pause before it in CD frames. The first track has the two seconds of the standard instead. */
  gapFrames: number;
  /** Length of its master in stereo samples. */
  samples: number;
}

export interface Disc {
  title: string;
  performer: string;
  upc: string;
  /** Free text of DDPID, such as a catalogue number. */
  masterId: string;
  tracks: readonly DiscTrack[];
}

export interface PlacedTrack {
  /** Frames. Null without a pause. */
  pause: number | null;
  start: number;
  /** End of its last frame; the pause of the next track or the lead-out begins there. */
  end: number;
}

/** A run of the image: a whole master, or silence. */
export type ImagePiece = { sizeBytes: number } & ({ kind: 'silence' } | { kind: 'master'; track: number });

export interface DiscLayout {
  frames: number;
  tracks: PlacedTrack[];
  pieces: ImagePiece[];
}

/** Places masters and pauses. A master that ends within a frame is followed by silence up to the next one. */
export function layOutDisc(tracks: readonly DiscTrack[]): DiscLayout {
  const pieces: ImagePiece[] = [];
  const silence = (sizeBytes: number) => {
    const last = pieces.at(-1);
    if (sizeBytes === 0) return;
    if (last?.kind === 'silence') last.sizeBytes += sizeBytes;
    else pieces.push({ kind: 'silence', sizeBytes });
  };
  let at = 0;
  const placed = tracks.map(({ gapFrames, samples }, track) => {
    const gap = track === 0 ? FIRST_GAP : gapFrames;
    const start = at + gap;
    silence(gap * FRAME_BYTES);
    const sizeBytes = samples * SAMPLE_BYTES;
    const frames = Math.ceil(sizeBytes / FRAME_BYTES);
    if (sizeBytes > 0) pieces.push({ kind: 'master', track, sizeBytes });
    silence(frames * FRAME_BYTES - sizeBytes);
    const pause = gap > 0 ? at : null;
    at = start + frames;
    return { pause, start, end: at };
  });
  return { frames: at, tracks: placed, pieces };
}

/** Reasons why a disc cannot be made, and what its maker should know before. */
export function checkDisc({ tracks }: Disc, layout: DiscLayout): Finding[] {
  const found: Finding[] = [];
  if (tracks.length === 0) found.push(error('no_tracks', 'The disc has no track.'));
  if (tracks.length > MAX_TRACKS) {
    found.push(error('too_many_tracks', `The disc has ${tracks.length} tracks. A CD holds at most ${MAX_TRACKS}.`));
  }
  tracks.forEach(({ title, samples }, index) => {
    const number = index + 1;
    const { start, end } = layout.tracks[index]!;
    const next = layout.tracks[index + 1];
    const length = (next?.start ?? end) - start;
    if (length < SHORTEST_TRACK) {
      const message = `“${title}” is ${msf(length)} long. A track of a CD must have four seconds.`;
      found.push(error('short_track', message, number));
    }
    const rest = (samples * SAMPLE_BYTES) % FRAME_BYTES;
    if (rest !== 0 && next?.pause === null) {
      const silentMs = Math.ceil(((FRAME_BYTES - rest) / SAMPLE_BYTES / 44_100) * 1000);
      const message = `“${title}” ends within a CD frame, so about ${silentMs} ms of silence come before the next track, which has no gap.`;
      found.push(warning('partial_frame', message, number));
    }
  });
  if (layout.frames > LAST_FRAME) found.push(error('too_long', 'The disc is longer than 99:59:74.'));
  else if (layout.frames > LONGEST) {
    found.push(warning('long_disc', `The disc is ${msf(layout.frames)} long. Many plants refuse more than 79:57.`));
  }
  return found;
}
