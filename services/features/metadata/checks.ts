import { normaliseIsrc } from '../../audio-headers/texts.js';
import { contradicts, plainTitle } from '../../audio-tags/notes.js';
import type { SlotType } from '../../platform/domain-words.js';
import { isDay, upcFault } from './codes.js';
import type { FileClaims, Finding, Release, ReleaseField, TrackField, TrackSheet } from './metadata.schema.js';

export interface CoverFacts {
  width: number;
  height: number;
  colourSpace: string;
}

interface Sheet {
  release: Release;
  tracks: TrackSheet[];
  cover: CoverFacts | null;
  files: FileClaims[];
}

/** Edge in pixels that stores ask for, and the least that Spotify takes. */
const COVER_EDGE = 3000;
const MIN_COVER_EDGE = 640;

const isrcFields = ['isrc', 'isrcInstrumental', 'isrcClean', 'isrcEdit'] as const;
export type IsrcField = (typeof isrcFields)[number];

/** The recording in a slot: all formats of one recording share their code, another mix has its own. */
export const isrcFieldOf = (slotType: SlotType): IsrcField =>
  slotType === 'instrumental_master' ? 'isrcInstrumental' : slotType === 'clean_master' ? 'isrcClean' : 'isrc';

/** Everything to look at in a sheet: codes, dates, duplicates, gaps, and what files say about themselves. */
export function findingsOf(sheet: Sheet): Finding[] {
  const all = [
    ...sheet.files.flatMap((file) => fileFindings(file, sheet)),
    ...releaseFindings(sheet.release),
    ...coverFindings(sheet.cover),
    ...sheet.tracks.flatMap(trackFindings),
    ...duplicates(sheet.tracks),
  ];
  // Several formats of a track say the same; a gap is named once, with what a file could fill it with.
  const once = new Map<string, Finding>();
  for (const finding of all) {
    const { trackId, field, kind, suggestion, message } = finding;
    const said = kind === 'missing' ? '' : (suggestion ?? message);
    const key = [trackId, field, kind, said].join('\n');
    if (!once.has(key)) once.set(key, finding);
  }
  return [...once.values()].sort((one, other) => ranks.indexOf(one.kind) - ranks.indexOf(other.kind));
}

const ranks: Finding['kind'][] = ['wrong', 'differs', 'missing'];

const ofRelease = (
  field: ReleaseField | 'cover',
  kind: Finding['kind'],
  message: string,
  suggestion: string | null = null,
): Finding => ({ trackId: null, field, kind, message, suggestion });

const ofTrack = (
  trackId: string,
  field: TrackField | 'trackNumber' | 'file',
  kind: Finding['kind'],
  message: string,
  suggestion: string | null = null,
): Finding => ({ trackId, field, kind, message, suggestion });

const wanted: [ReleaseField, string][] = [
  ['artist', 'The release has no artist.'],
  ['album', 'The release has no title.'],
  ['label', 'The release has no label.'],
  ['upc', 'The release has no UPC or EAN.'],
  ['releaseDate', 'The release has no date.'],
  ['genre', 'The release has no genre.'],
  ['pLine', 'The release has no ℗ line.'],
  ['cLine', 'The release has no © line.'],
];

function releaseFindings(release: Release): Finding[] {
  const missing = wanted
    .filter(([field]) => release[field] === '')
    .map(([field, message]) => ofRelease(field, 'missing', message));
  const wrong: Finding[] = [];
  const fault = release.upc && upcFault(release.upc);
  if (fault) wrong.push(ofRelease('upc', 'wrong', fault));
  if (release.releaseDate && !isDay(release.releaseDate)) {
    wrong.push(ofRelease('releaseDate', 'wrong', 'The release date must be a day such as 2026-11-27.'));
  }
  for (const [field, sign] of [
    ['pLine', '℗'],
    ['cLine', '©'],
  ] as const) {
    const text = release[field];
    if (text && !/^\d{4}\s+\S/.test(text)) {
      wrong.push(ofRelease(field, 'wrong', `The ${sign} line begins with the year, such as “2026 Night Records”.`));
    }
  }
  if (release.language && !/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(release.language)) {
    wrong.push(ofRelease('language', 'wrong', 'Stores expect a language code such as en, de or pt-BR.'));
  }
  return [...missing, ...wrong];
}

function coverFindings(cover: CoverFacts | null): Finding[] {
  if (!cover) return [ofRelease('cover', 'missing', 'The release has no cover.')];
  const { width, height, colourSpace } = cover;
  const found: Finding[] = [];
  if (width !== height) {
    found.push(ofRelease('cover', 'wrong', `The cover is ${width} × ${height} pixels: stores only take squares.`));
  } else if (width < MIN_COVER_EDGE) {
    found.push(
      ofRelease('cover', 'wrong', `The cover is ${width} pixels wide: stores refuse less than ${MIN_COVER_EDGE}.`),
    );
  } else if (width < COVER_EDGE) {
    found.push(ofRelease('cover', 'differs', `The cover is ${width} pixels wide: most stores ask for ${COVER_EDGE}.`));
  }
  if (colourSpace !== 'srgb') {
    found.push(ofRelease('cover', 'wrong', 'The cover is not in RGB colours, which stores and players need.'));
  }
  return found;
}

function trackFindings(track: TrackSheet): Finding[] {
  const found: Finding[] = [];
  if (!track.isrc) found.push(ofTrack(track.trackId, 'isrc', 'missing', 'The track has no ISRC.'));
  if (!track.composers) found.push(ofTrack(track.trackId, 'composers', 'missing', 'The track has no composer.'));
  if (!track.explicit) {
    found.push(ofTrack(track.trackId, 'explicit', 'missing', 'It is not stated whether the lyrics are explicit.'));
  }
  for (const field of isrcFields) {
    if (track[field] && !normaliseIsrc(track[field])) {
      const message = `“${track[field]}” is not an ISRC: two letters, three letters or digits, seven digits.`;
      found.push(ofTrack(track.trackId, field, 'wrong', message));
    }
  }
  return found;
}

/** An ISRC that stands for two recordings. */
function duplicates(tracks: TrackSheet[]): Finding[] {
  const uses = tracks.flatMap((track) =>
    isrcFields.flatMap((field) => {
      const isrc = normaliseIsrc(track[field]);
      return isrc ? [{ isrc, field, track }] : [];
    }),
  );
  return Array.from(Map.groupBy(uses, ({ isrc }) => isrc).values())
    .filter((same) => same.length > 1)
    .flatMap((same) =>
      same.map(({ isrc, field, track }) => {
        const others = same.filter((use) => use.track !== track).map((use) => use.track.trackNumber);
        const where =
          others.length > 0 ? `track ${[...new Set(others)].join(', ')}` : 'another recording of this track';
        return ofTrack(track.trackId, field, 'wrong', `${isrc} is also the ISRC of ${where}.`);
      }),
    );
}

/** Differences between the sheet and one file's tags and name. */
function fileFindings(file: FileClaims, { release, tracks }: Sheet): Finding[] {
  const track = tracks.find(({ trackId }) => trackId === file.trackId);
  if (!track) return [];
  const found: Finding[] = [];
  const name = `“${file.fileName}”`;
  const isrcField = isrcFieldOf(file.slotType);
  const claimed = claimedIsrc(file);
  if (claimed && claimed !== normaliseIsrc(track[isrcField])) {
    const kind = track[isrcField] ? 'differs' : 'missing';
    found.push(ofTrack(track.trackId, isrcField, kind, `${name} has the ISRC ${claimed}.`, claimed));
  }
  const { tags } = file;
  const title = tags?.title && isrcField === 'isrc' ? tags.title.trim() : '';
  if (title && !isSameTitle(title, track)) {
    found.push(ofTrack(track.trackId, 'title', 'differs', `${name} is tagged with the title “${title}”.`, title));
  }
  const artist = track.artist || release.artist;
  if (tags?.artist && artist && !plainTitle(tags.artist).includes(plainTitle(artist))) {
    found.push(
      ofTrack(track.trackId, 'artist', 'differs', `${name} is tagged with the artist “${tags.artist}”.`, tags.artist),
    );
  }
  if (tags?.artist && !artist) {
    found.push(ofRelease('artist', 'missing', `${name} is tagged with the artist “${tags.artist}”.`, tags.artist));
  }
  if (tags?.album && plainTitle(tags.album) !== plainTitle(release.album)) {
    const kind = release.album ? 'differs' : 'missing';
    found.push(ofRelease('album', kind, `${name} is tagged with the album “${tags.album}”.`, tags.album));
  }
  const number = tags?.trackNumber ?? numberInName(file.fileName);
  if (number !== null && number !== track.trackNumber) {
    const where = tags?.trackNumber ? 'is tagged as' : 'is named like';
    found.push(
      ofTrack(track.trackId, 'trackNumber', 'differs', `${name} ${where} track ${number}, not ${track.trackNumber}.`),
    );
  }
  found.push(...copyFindings(track, isrcField, name, file.copy));
  const other = otherTrackInName(file.fileName, track, tracks);
  if (other) {
    const message = `${name} is named like track ${other.trackNumber}, “${other.title}”.`;
    found.push(ofTrack(track.trackId, 'title', 'differs', message));
  }
  return found;
}

const list = (names: string[]): string => new Intl.ListFormat('en').format(names);

/** Says what a file's tagged copy leaves out, adds or contradicts, or why there is none. */
function copyFindings(track: TrackSheet, isrcField: IsrcField, name: string, copy: FileClaims['copy']): Finding[] {
  if (!copy) return [];
  const { trackId, title } = track;
  const { none, left, says, added } = copy;
  const said = (message: string) => ofTrack(trackId, 'file', 'differs', message);
  const sheet = { title, isrc: normaliseIsrc(track[isrcField]) ?? '' };
  return [
    ...(none ? [said(`There is no tagged copy of ${name}: it ${none}`)] : []),
    ...(left.length > 0 ? [said(`The tagged copy of ${name} leaves out ${list(left)}.`)] : []),
    ...(added.length > 0
      ? [said(`The header of ${name} does not state ${list(added)}, so some programs refuse it. Its tagged copy does.`)]
      : []),
    ...says
      .filter((claim) => contradicts(claim, sheet))
      .map(({ place, field, value }) => {
        const its = field === 'isrc' ? `has the ISRC ${value}` : `says “${value}”`;
        return ofTrack(trackId, field === 'isrc' ? isrcField : field, 'differs', `The ${place} of ${name} ${its}.`);
      }),
  ];
}

/** The ISRC in a file's tags, otherwise in its name. */
function claimedIsrc({ tags, fileName }: FileClaims): string | null {
  const inName = /(?<![A-Z0-9])[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}(?![A-Z0-9])/.exec(fileName)?.[0];
  return normaliseIsrc(tags?.isrc ?? '') ?? normaliseIsrc(inName ?? '');
}

/** A tag may carry the version and featured artists after the title. */
const isSameTitle = (tagged: string, { title, version }: TrackSheet): boolean =>
  plainTitle(tagged).startsWith(plainTitle(title)) &&
  (!version || plainTitle(tagged) === plainTitle(title) || plainTitle(tagged).includes(plainTitle(version)));

/** `03 Ember.wav`, `03_Ember.wav`, `3 - Ember.wav`. */
function numberInName(fileName: string): number | null {
  const match = /^(\d{1,2})(?:\s*[-_.]\s*|\s+)\p{L}/u.exec(fileName);
  return match ? Number(match[1]) : null;
}

/** The track whose title is in the name, where that of the file's own track is not. */
function otherTrackInName(fileName: string, own: TrackSheet, tracks: TrackSheet[]): TrackSheet | null {
  const name = plainTitle(fileName.replace(/\.\w+$/, ''));
  const holds = ({ title }: TrackSheet) => plainTitle(title).length >= 4 && name.includes(plainTitle(title));
  if (name.includes(plainTitle(own.title))) return null;
  return tracks.find((track) => track !== own && holds(track)) ?? null;
}
