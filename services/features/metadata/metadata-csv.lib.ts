import { csvRow } from '../../platform/csv.js';
import { slotLabel, type SlotType } from '../../platform/domain-words.js';
import type { AlbumPlace } from '../album/album.lib.js';
import { isrcFieldOf } from './checks.js';
import type { Release, TrackSheet } from './metadata.schema.js';

/** Excel reads a CSV as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

interface Sheet {
  release: Release;
  tracks: TrackSheet[];
}

const releaseColumns: [string, keyof Release][] = [
  ['upc', 'upc'],
  ['catalogue_no', 'catalogueNumber'],
  ['release_title', 'album'],
  ['release_artist', 'artist'],
  ['label', 'label'],
  ['release_date', 'releaseDate'],
  ['p_line', 'pLine'],
  ['c_line', 'cLine'],
  ['genre', 'genre'],
  ['language', 'language'],
];

const trackColumns: [string, keyof TrackSheet][] = [
  ['track', 'trackNumber'],
  ['title', 'title'],
  ['version', 'version'],
  ['artist', 'artist'],
  ['featured', 'featured'],
  ['composers', 'composers'],
  ['isrc', 'isrc'],
  ['isrc_instrumental', 'isrcInstrumental'],
  ['isrc_clean', 'isrcClean'],
  ['isrc_edit', 'isrcEdit'],
  ['explicit', 'explicit'],
  ['lyrics', 'lyrics'],
];

/** One line per track with the release repeated: what the page's import reads. */
export function sheetCsv({ release, tracks }: Sheet): string {
  const head = [...releaseColumns, ...trackColumns].map(([name]) => name);
  const ofRelease = releaseColumns.map(([, field]) => release[field]);
  const lines = tracks.map((track) => csvRow([...ofRelease, ...trackColumns.map(([, field]) => track[field])]));
  return BYTE_ORDER_MARK + csvRow(head) + lines.join('');
}

/** The facts about a final that a line needs. */
export interface Final {
  id: string;
  trackId: string | null;
  slotType: SlotType | null;
  originalName: string;
  sha256: string | null;
  analysis: {
    durationS: number | null;
    loudness: { integratedLufs: number | null } | null;
    truePeakDbtp: number | null;
  };
  can: { download: boolean };
}

const deliveryColumns = [
  ...releaseColumns.map(([name]) => name),
  'disc',
  'side',
  'track',
  'title',
  'version',
  'artist',
  'featured',
  'composers',
  'isrc',
  'explicit',
  'duration',
  'file',
  'sha256',
  'lufs',
  'dbtp',
  'format',
  'file_name',
];

/** Versions that a file's slot says and that stores show after the title. */
const slotVersions: Partial<Record<SlotType, string>> = {
  instrumental_master: 'Instrumental',
  clean_master: 'Clean',
};

export const versionOf = (track: Pick<TrackSheet, 'version'>, slotType: SlotType): string =>
  [track.version, slotVersions[slotType]].filter(Boolean).join(', ');

/**
 * One line per final, in the order of the tracks, as stores and aggregators read it. Whoever may not download a final
 * gets no address for it.
 */
export function deliveryCsv(
  { release, tracks }: Sheet,
  album: readonly Pick<AlbumPlace, 'trackId' | 'disc' | 'side'>[],
  finals: Final[],
  addressOf: (fileId: string) => string,
): string {
  const places = new Map(album.map((place) => [place.trackId, place]));
  const ofRelease = releaseColumns.map(([, field]) => release[field]);
  const lines = tracks.flatMap((track) =>
    finals
      .filter((file) => file.trackId === track.trackId && file.slotType !== null)
      .map((file) => {
        const slotType = file.slotType!;
        const { analysis } = file;
        return csvRow([
          ...ofRelease,
          places.get(track.trackId)?.disc ?? '',
          places.get(track.trackId)?.side ?? '',
          track.trackNumber,
          track.title,
          versionOf(track, slotType),
          track.artist || release.artist,
          track.featured,
          track.composers,
          track[isrcFieldOf(slotType)],
          slotType === 'clean_master' ? 'clean' : track.explicit,
          analysis.durationS === null ? '' : minutes(analysis.durationS),
          file.can.download ? addressOf(file.id) : '',
          file.sha256,
          rounded(analysis.loudness?.integratedLufs),
          rounded(analysis.truePeakDbtp),
          slotLabel(slotType),
          file.originalName,
        ]);
      }),
  );
  return BYTE_ORDER_MARK + csvRow(deliveryColumns) + lines.join('');
}

const minutes = (seconds: number): string => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** As a number, so that a spreadsheet does not take the minus sign for a formula. */
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;
