// Reads tracks from a batch's names independently of the engine, and checks which proposals are right.
import { fold } from '../../services/engine/lexicon/fold.js';
import type { KnownTrack, TrackProposal } from '../../services/engine/proposals/propose-tracks.js';
import { type NameReading, readName } from '../../services/engine/reading/read.js';
import type { CorpusFile, Scenario } from './corpus.js';

export interface WantedTrack extends KnownTrack {
  /** indices of the files that are versions of it */
  files: ReadonlySet<number>;
  /** folded titles that are right */
  titles: ReadonlySet<string>;
  /** a file's name or tag contains the title word for word */
  titled: boolean;
  /** the same file also contains the number, beside the title */
  carried: boolean;
}

const ARTIST_TITLE = /^.+? [-–—] (.+)$/;
/**
 * When at least this share of the tracks have the same ending, titles with and without it count as right: '1967 (Ao
 * Vivo)'.
 */
const ENDING = 0.6;
const FEW = 3;

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function commonEnding(titles: readonly string[]): string {
  const endings = titles.map((title) => / \([^()]+\)$/.exec(title)?.[0] ?? '');
  const most = endings.find((ending) => endings.filter((other) => other === ending).length >= ENDING * titles.length);
  return titles.length >= FEW ? (most ?? '') : '';
}

/** The tokens `from` to `to` that are the title, written as one word or several. */
function runOf({ tokens }: NameReading, key: string): { from: number; to: number } | null {
  for (let from = 0; key !== '' && from < tokens.length; from++) {
    let glued = '';
    for (let to = from; to < tokens.length && glued.length < key.length; to++) {
      glued += tokens[to]!.key;
      if (glued === key) return { from, to: to + 1 };
    }
  }
  return null;
}

/** A side's, disc's or reel's number, in the order of the release. */
interface CountedNumber {
  group: string;
  position: number;
}
const COUNTED =
  /(?<![\p{L}\p{N}])(?:([A-H])(?:\/| side )?[ -]?0?(\d{1,2})|(?:disc|disk|cd|d)?[ -]?(\d)[-_.mt]{1,2}(\d{2}))(?!\p{N})/iu;
const SIDE = /(?<!\p{L})side[ _-]?([A-H])[ _,-]+(?:track|trk|tr|t)?[ _.-]?(\d{1,2})(?!\p{N})/iu;

function countedIn(name: string): CountedNumber | null {
  const side = SIDE.exec(name);
  if (side) return { group: side[1]!.toUpperCase(), position: Number(side[2]) };
  const found = COUNTED.exec(name);
  if (!found) return null;
  const [, letter, at, disc, position] = found;
  return letter ? { group: letter.toUpperCase(), position: Number(at) } : { group: disc!, position: Number(position) };
}

/**
 * Track numbers that a counted number may mean: continued from the group before, or its rank among the present ones.
 */
function placesOf(counted: readonly CountedNumber[]): (each: CountedNumber) => number[] {
  const groups = [...new Set(counted.map(({ group }) => group))].sort();
  const highest = (group: string): number =>
    Math.max(...counted.filter((each) => each.group === group).map(({ position }) => position));
  const rank = [
    ...new Set(counted.map(({ group, position }) => `${group} ${String(position).padStart(3, '0')}`)),
  ].sort();
  return ({ group, position }) => [
    groups.filter((other) => other < group).reduce((sum, other) => sum + highest(other), position),
    rank.indexOf(`${group} ${String(position).padStart(3, '0')}`) + 1,
  ];
}

/** Numbers beside the title: any number before it, and numbers after it that are written like a track's. */
function numbersBeside(reading: NameReading, run: { from: number; to: number } | null): number[] {
  const { tokens, marks, name } = reading;
  const taken = (i: number): boolean =>
    marks.some(({ from, to, span }) => i >= from && i < to && !['side', 'disc', 'catalogue'].includes(span.kind));
  return tokens.flatMap((token, i) => {
    if (!token.digits || token.key.length > 3 || taken(i) || (run && i >= run.from && i < run.to)) return [];
    const label = name.slice(Math.max(0, token.start - 7), token.start);
    const written = /^0\d/.test(token.text) || /(?:track|trk|tr|no\.?|nr\.?|#) ?$/i.test(label);
    return !run || i < run.from || written ? [Number(token.key)] : [];
  });
}

function carries(file: CorpusFile, title: string, number: number, places: number[], fromNought: boolean) {
  const reading = readName(lastPart(file.name));
  const run = runOf(reading, fold(title));
  const tagged = file.tags?.title ? runOf(readName(file.tags.title), fold(title)) !== null : false;
  const titled = run !== null || tagged;
  const numbers = numbersBeside(reading, run);
  const tag = Number.parseInt(String(file.tags?.trackNumber ?? ''), 10);
  // if tag and name disagree about the number, neither is certain
  const agrees = tag === number && (numbers.length === 0 || numbers.includes(number));
  const counted =
    agrees || numbers.includes(number) || (fromNought && numbers.includes(number - 1)) || places.includes(number);
  return { titled, carried: titled && counted };
}

/** Tracks with at least one file in the batch; the others cannot be proposed. */
export function present(scenario: Scenario): WantedTrack[] {
  const ending = commonEnding(scenario.tracks.map(({ title = '' }) => title));
  const counted = scenario.files.map(({ name }) => countedIn(lastPart(name)));
  const placesIn = placesOf(counted.filter((each) => each !== null));
  const fromNought = scenario.files.some(({ name }) => /^00?\b|^00_/.test(lastPart(name)));
  return scenario.tracks.flatMap(({ trackNumber, title = '' }) => {
    const files = new Set(scenario.files.flatMap(({ truth }, f) => (truth?.trackNumber === trackNumber ? [f] : [])));
    if (files.size === 0) return [];
    const alone = ARTIST_TITLE.exec(title)?.[1];
    const short = ending && title.endsWith(ending) ? title.slice(0, -ending.length) : title;
    const said = [...files].map((f) =>
      carries(scenario.files[f]!, title, trackNumber, counted[f] ? placesIn(counted[f]) : [], fromNought),
    );
    return {
      trackNumber,
      title,
      files,
      titles: new Set([title, short, ...(alone && various(scenario) ? [alone] : [])].map(fold)),
      titled: said.some(({ titled }) => titled),
      carried: said.some(({ carried }) => carried),
    };
  });
}

const various = ({ project }: Scenario): boolean => /^(?:various|v\.?\s?a\b)/i.test(project?.artist ?? '');

export const isTitleOf = (want: WantedTrack, got: TrackProposal): boolean => want.titles.has(fold(got.title));

export const isTrack = (want: WantedTrack, got: TrackProposal): boolean =>
  isTitleOf(want, got) && want.trackNumber === got.trackNumber;

/**
 * Whether a proposal matches this track: the one of which it has most versions, without superseded ones and the like.
 */
export function isOf(want: WantedTrack, got: TrackProposal, all: readonly WantedTrack[]): boolean {
  const own = ({ files }: WantedTrack): number => got.fileIds.filter((id) => files.has(Number(id.slice(1)))).length;
  return own(want) > 0 && all.every((other) => own(other) <= own(want));
}
