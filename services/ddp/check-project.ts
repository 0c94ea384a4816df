import anyAscii from 'any-ascii';
import { ean13 } from './codes.js';
import { error, type Finding, warning } from './findings.js';
import type { Ddp } from './read.js';
import { msf } from './time.js';

/** A project's own data about a disc. Empty texts are not known and not compared. */
export interface ExpectedDisc {
  upc: string;
  /** The album. */
  title?: string;
  performer?: string;
  /** `gapFrames` is the pause before the track; that before the first one is the same on all discs. */
  tracks: readonly {
    title: string;
    performer?: string;
    isrc: string;
    gapFrames?: number;
    /** Frames between the sound of the master before and its own, if both are on the disc. Indexes may be elsewhere. */
    heardFrames?: number | null;
  }[];
}

/** Letters and digits, for comparing titles that programs have spelled in another way: ø as o, ü as u or ue, & as and. */
const plain = (text: string) =>
  anyAscii(text.normalize('NFC'))
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/([aou])e/g, '$1')
    .replace(/[^a-z0-9]/g, '');

/** Without guests, whom programs write after the title or the artist. */
const withoutGuests = (text: string) => text.replace(/\s*[([]?\b(feat|ft|featuring)\b.*$/i, '');

/** Letters that programs transliterate in different ways or leave out. */
const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Programs cut texts at different lengths, but hardly shorter ones than this. */
const LEAST_CUT = 60;

/** Whether a text of CD-Text may be that of the project. */
function isAlike(found: string, expected: string): boolean {
  const [own, wanted] = [found, expected].map((text) => plain(withoutGuests(text))) as [string, string];
  if (own === wanted || OTHER_LETTERS.test(expected)) return true;
  return found.length >= LEAST_CUT && wanted.startsWith(own);
}

/** Programs write an artist with or without others, and an album with or without the number of its disc. */
function isPartOf(found: string, expected: string): boolean {
  const [own, wanted] = [plain(found), plain(withoutGuests(expected).replace(/ \(Disc \d+\)$/, ''))];
  return isAlike(found, expected) || own.includes(wanted) || wanted.includes(own);
}

/** Texts that programs write where there is none for the disc or a track. */
const FILLERS = new Set(['', 'album', 'variousartists', 'various']);

/** Differences of the CD-Text, if it has texts that can be read. */
function cdTextUnlike({ cdText, tracks: own }: Ddp, { title, performer, tracks }: ExpectedDisc): Finding[] {
  const found: Finding[] = [];
  const compare = (subject: string, kind: string, text: string, expected = '', track: number | null = null) => {
    if (!expected || FILLERS.has(plain(text)) || isPartOf(text, expected)) return;
    found.push(
      warning(`${kind}_unlike_project`, `${subject} “${text}” in the CD-Text, “${expected}” in the project.`, track),
    );
  };
  compare('The album is', 'album', cdText?.texts.title?.[0] ?? '', title);
  compare('The artist of the album is', 'artist', cdText?.texts.performer?.[0] ?? '', performer);
  const haveTitles = own.some((track) => track.title !== '');
  own.forEach((track, index) => {
    const { number } = track;
    const expected = tracks[index];
    if (!expected) return;
    compare(`The artist of track ${number} is`, 'artist', track.performer, expected.performer, number);
    if (!track.title && haveTitles && expected.title) {
      found.push(warning('title_unlike_project', `Track ${number} has no title in the CD-Text.`, number));
    }
    if (!track.title || !expected.title || isAlike(track.title, expected.title)) return;
    const place = tracks.findIndex((each) => plain(each.title) === plain(track.title));
    const elsewhere = place < 0 ? '' : ` That is track ${place + 1} of the project.`;
    const message = `Track ${number} is called “${track.title}”, in the project “${expected.title}”.${elsewhere}`;
    found.push(warning('title_unlike_project', message, number));
  });
  return found;
}

/** Programs place the end of a track that ends within a frame differently. */
const GAP_TOLERANCE = 1;

/** Differences between a DDP and its project: number and order of the tracks, gaps, titles and codes. */
export function checkProject(ddp: Ddp, expectedDisc: ExpectedDisc): Finding[] {
  const { upc, tracks } = expectedDisc;
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
      const message =
        gap < 0
          ? `Track ${number} begins ${msf(-gap)} before the one before it ends, in the album ${msf(wanted)} after it.`
          : `The gap before track ${number} is ${msf(gap)}, in the album ${msf(wanted)}.`;
      found.push(warning('gap_unlike_album', message, number));
    }
  });
  return [...found, ...cdTextUnlike(ddp, expectedDisc)];
}
