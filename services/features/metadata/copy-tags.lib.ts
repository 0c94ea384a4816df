import { normaliseIsrc } from '../../audio-headers/texts.js';
import type { CopyTags, Loudness } from '../../audio-tags/tags.js';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import type { ProjectFile } from '../files/file.entity.js';
import { isrcFieldOf } from './checks.js';
import type { FrozenSheet } from './metadata.schema.js';
import { versionOf } from './metadata-csv.lib.js';

/** Tags of a final by the sheet. A final without a track only gets those of the release. */
export function copyTags(
  { release, tracks, trackTotal }: Pick<FrozenSheet, 'release' | 'tracks' | 'trackTotal'>,
  { trackId, slotType }: Pick<ProjectFile, 'trackId' | 'slotType'>,
  loudness: Loudness | null,
  cover: CopyTags['cover'],
): CopyTags {
  const track = tracks.find((each) => each.trackId === trackId);
  const version = track && (slotType ? versionOf(track, slotType) : track.version);
  const artist = track?.artist || release.artist;
  return {
    title: track ? (version ? `${track.title} (${version})` : track.title) : '',
    artist: artist && track?.featured ? `${artist} feat. ${track.featured}` : artist,
    album: release.album,
    albumArtist: release.artist,
    trackNumber: track?.trackNumber ?? null,
    trackTotal: track ? trackTotal : null,
    isrc: normaliseIsrc(track?.[slotType ? isrcFieldOf(slotType) : 'isrc'] ?? '') ?? '',
    upc: release.upc,
    catalogueNumber: release.catalogueNumber,
    label: release.label,
    date: release.releaseDate,
    genre: release.genre,
    language: release.language,
    composers: track?.composers ?? '',
    pLine: release.pLine,
    cLine: release.cLine,
    lyrics: track?.lyrics ?? '',
    explicit: slotType === 'clean_master' ? 'clean' : (track?.explicit ?? ''),
    cover,
    loudness,
  };
}

export const loudnessOf = (facts: AnalysisFacts | null): Loudness | null =>
  facts && { ...facts.loudness, truePeakDbtp: facts.truePeakDbtp };
