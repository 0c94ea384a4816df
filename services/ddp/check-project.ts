import { ean13 } from './codes.js';
import { error, type Finding, warning } from './findings.js';
import { toLatin1 } from './latin.js';
import type { Ddp } from './read.js';
import { msf } from './time.js';

/** A project's own data about a disc. Empty texts are not known and not compared. */
export interface ExpectedDisc {
  upc: string;
  /** `gapFrames` is the pause before the track; that before the first one is the same on all discs. */
  tracks: readonly {
    title: string;
    isrc: string;
    gapFrames?: number;
    /** Frames between the sound of the master before and its own, if both are on the disc. Indexes may be elsewhere. */
    heardFrames?: number | null;
  }[];
}

/** Letters and digits, for comparing titles that programs have spelled in another way. */
const plain = (text: string) =>
  (toLatin1(text) ?? text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Programs place the end of a track that ends within a frame differently. */
const GAP_TOLERANCE = 1;

/** Differences between a DDP and its project: number and order of the tracks, gaps, titles and codes. */
export function checkProject(ddp: Ddp, { upc, tracks }: ExpectedDisc): Finding[] {
  const found: Finding[] = [];
  const own = ddp.upc.pq || ddp.upc.identifier;
  if (upc && !own) found.push(warning('no_upc', `The project has the UPC ${upc}, the DDP none.`));
  else if (upc && ean13(own) !== ean13(upc)) {
    found.push(warning('upc_differs', `The DDP has the UPC ${own}, the project ${upc}.`));
  }
  if (ddp.tracks.length !== tracks.length) {
    found.push(
      error('track_count', `The DDP has ${ddp.tracks.length} tracks, the project ${tracks.length} on this disc.`),
    );
  }
  ddp.tracks.forEach((track, index) => {
    const { number } = track;
    const expected = tracks[index];
    if (!expected) return;
    if (track.isrc !== expected.isrc && (track.isrc || expected.isrc)) {
      const message = !track.isrc
        ? `Track ${number} lacks the ISRC ${expected.isrc}.`
        : `Track ${number} has the ISRC ${track.isrc}, the project ${expected.isrc || 'none'}.`;
      found.push(warning('isrc_unlike_project', message, number));
    }
    const byIndexes = track.start === null || track.pause === null ? 0 : track.start - track.pause;
    const gap = Math.round(expected.heardFrames ?? byIndexes);
    const wanted = expected.gapFrames ?? gap;
    if (index > 0 && track.start !== null && Math.abs(gap - wanted) > GAP_TOLERANCE) {
      const message = `The gap before track ${number} is ${msf(Math.max(0, gap))}, in the album ${msf(wanted)}.`;
      found.push(warning('gap_unlike_album', message, number));
    }
    if (track.title && expected.title && plain(track.title) !== plain(expected.title)) {
      const place = tracks.findIndex(({ title }) => plain(title) === plain(track.title));
      const elsewhere = place < 0 ? '' : ` That is track ${place + 1} of the project.`;
      const message = `Track ${number} is called “${track.title}”, in the project “${expected.title}”.${elsewhere}`;
      found.push(warning('title_unlike_project', message, number));
    }
  });
  return found;
}
