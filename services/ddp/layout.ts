import { error, type Finding, note, warning } from './findings.js';
import { LONGEST_DISC, shortTrack, USUAL_LENGTH } from './limits.js';
import {
  FIRST_GAP,
  FRAME_BYTES,
  FRAMES_A_SECOND,
  LAST_FRAME,
  MAX_TRACKS,
  msf,
  SAMPLE_BYTES,
  SAMPLES_A_FRAME,
} from './time.js';

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
  /** Where the pause of the next track, the next track or the lead-out begins. */
  end: number;
}

/** A run of the image: a whole master, or silence. */
export type ImagePiece = { sizeBytes: number } & ({ kind: 'silence' } | { kind: 'master'; track: number });

export interface DiscLayout {
  frames: number;
  tracks: PlacedTrack[];
  pieces: ImagePiece[];
}

/**
 * Frames of silence between an index and the music: index 01 is `start` frames before it, and index 00 and the lead-out are
 * `end` frames after it. Many engineers set them, so that no player cuts into the music.
 */
export interface PqOffsets {
  start: number;
  end: number;
}

/**
 * Places masters and pauses. Indexes lie on frames: silence fills the last frame of a master that a pause follows. Without
 * a pause the next master follows at once, so that the sound has no break, and its index is at the frame that it begins in.
 * A pause that is shorter than the offsets has index 01 at its beginning and no index 00.
 */
export function layOutDisc(tracks: readonly DiscTrack[], offsets: PqOffsets = { start: 0, end: 0 }): DiscLayout {
  const pieces: ImagePiece[] = [];
  const silence = (sizeBytes: number) => {
    const last = pieces.at(-1);
    if (sizeBytes === 0) return;
    if (last?.kind === 'silence') last.sizeBytes += sizeBytes;
    else pieces.push({ kind: 'silence', sizeBytes });
  };
  /** Bytes so far. */
  let at = 0;
  const fillFrame = () => {
    const rest = at % FRAME_BYTES;
    if (rest === 0) return;
    silence(FRAME_BYTES - rest);
    at += FRAME_BYTES - rest;
  };
  const placed = tracks.map(({ gapFrames, samples }, track): Omit<PlacedTrack, 'end'> => {
    const gap = track === 0 ? FIRST_GAP + offsets.start : gapFrames;
    if (gap > 0) fillFrame();
    const begin = Math.floor(at / FRAME_BYTES);
    silence(gap * FRAME_BYTES);
    at += gap * FRAME_BYTES;
    const start = begin + Math.max(0, gap - offsets.start);
    const pause = track === 0 ? 0 : begin + offsets.end;
    const sizeBytes = samples * SAMPLE_BYTES;
    if (sizeBytes > 0) pieces.push({ kind: 'master', track, sizeBytes });
    at += sizeBytes;
    return { pause: pause < start ? pause : null, start };
  });
  fillFrame();
  silence(offsets.end * FRAME_BYTES);
  at += offsets.end * FRAME_BYTES;
  const frames = at / FRAME_BYTES;
  const endOf = (index: number) => placed[index + 1]?.pause ?? placed[index + 1]?.start ?? frames;
  return { frames, tracks: placed.map((track, index) => ({ ...track, end: endOf(index) })), pieces };
}

/** Masters that begin within a frame, with the samples since it. */
function lateMasters({ pieces }: DiscLayout): [track: number, samples: number][] {
  let at = 0;
  return pieces.flatMap((piece): [number, number][] => {
    const begin = at;
    at += piece.sizeBytes;
    if (piece.kind === 'silence') return [];
    const late = (begin % FRAME_BYTES) / SAMPLE_BYTES;
    return late > 0 ? [[piece.track, late]] : [];
  });
}

/** `toGap` and `toNext` are the frames of a track up to the next index, and up to the next index 01. */
export function shortTrackFindings(
  name: string,
  track: number,
  { toGap, toNext }: { toGap: number; toNext: number },
): Finding[] {
  switch (shortTrack({ toGap, toNext })) {
    case 'too short':
      return [error('short_track', `${name} is ${msf(toNext)} long. A track of a CD must have four seconds.`, track)];
    case 'without its gap': {
      const message = `${name} is ${msf(toGap)} long, and ${msf(toNext)} with the gap after it. Some programs, such as cdrdao, count without the gap and refuse less than four seconds.`;
      return [warning('short_without_gap', message, track)];
    }
    case null:
      return [];
  }
}

/** `frames` is the length of a disc. */
export function lengthFindings(frames: number): Finding[] {
  if (frames > LAST_FRAME) return [error('too_long', 'The disc is longer than 99:59:74.')];
  if (frames > LONGEST_DISC) {
    return [warning('long_disc', `The disc is ${msf(frames)} long. Many plants refuse more than 79:57.`)];
  }
  if (frames <= USUAL_LENGTH) return [];
  return [warning('long_disc', `The disc is ${msf(frames)} long, more than 74 minutes. Ask the plant.`)];
}

/** Reasons why a disc cannot be made, and what its maker should know before. */
export function checkDisc({ tracks }: Disc, layout: DiscLayout): Finding[] {
  const found: Finding[] = [];
  if (tracks.length === 0) found.push(error('no_tracks', 'The disc has no track.'));
  if (tracks.length > MAX_TRACKS) {
    found.push(error('too_many_tracks', `The disc has ${tracks.length} tracks. A CD holds at most ${MAX_TRACKS}.`));
  }
  tracks.forEach(({ title }, index) => {
    const number = index + 1;
    const { start, end } = layout.tracks[index]!;
    const next = layout.tracks[index + 1];
    found.push(
      ...shortTrackFindings(`“${title}”`, number, { toGap: end - start, toNext: (next?.start ?? end) - start }),
    );
  });
  for (const [track, late] of lateMasters(layout)) {
    const ms = ((late / SAMPLES_A_FRAME / FRAMES_A_SECOND) * 1000).toFixed(1);
    const message = `“${tracks[track]!.title}” begins ${late} samples (${ms} ms) after its index, because the master before it ends within a CD frame. The sound has no break.`;
    found.push(note('partial_frame', message, track + 1));
  }
  return [...found, ...lengthFindings(layout.frames)];
}
