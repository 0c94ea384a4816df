import type { MetadataFinding, ReleaseMetadata, TrackMetadata } from '../../api';

export type ReleaseField = keyof ReleaseMetadata;
export type TrackField = Exclude<keyof TrackMetadata, 'trackId' | 'trackNumber'>;
export type Field = MetadataFinding['field'];

interface Column<F extends string> {
  field: F;
  label: string;
  maxLength: number;
  /** Further headings of spreadsheets, compared without spaces, punctuation and case. */
  aliases: string[];
}

export type TrackColumn = Column<TrackField> & { width: number };

export const releaseColumns: Column<ReleaseField>[] = [
  { field: 'artist', label: 'Artist', maxLength: 200, aliases: ['releaseartist', 'albumartist'] },
  { field: 'album', label: 'Title', maxLength: 200, aliases: ['releasetitle', 'album', 'albumtitle'] },
  { field: 'label', label: 'Label', maxLength: 200, aliases: ['label', 'recordlabel'] },
  {
    field: 'catalogueNumber',
    label: 'Catalogue number',
    maxLength: 60,
    aliases: ['catalogueno', 'catalogno', 'cat', 'catno'],
  },
  { field: 'upc', label: 'UPC or EAN', maxLength: 40, aliases: ['upc', 'ean', 'barcode'] },
  { field: 'releaseDate', label: 'Release date', maxLength: 40, aliases: ['releasedate', 'date'] },
  { field: 'genre', label: 'Genre', maxLength: 100, aliases: ['genre'] },
  { field: 'language', label: 'Language', maxLength: 40, aliases: ['language', 'lyricslanguage'] },
  { field: 'pLine', label: '℗ line', maxLength: 300, aliases: ['pline', 'p'] },
  { field: 'cLine', label: '© line', maxLength: 300, aliases: ['cline', 'c', 'copyright'] },
];

export const trackColumns: TrackColumn[] = [
  { field: 'title', label: 'Title', width: 220, maxLength: 200, aliases: ['title', 'tracktitle', 'song', 'name'] },
  { field: 'version', label: 'Version', width: 130, maxLength: 200, aliases: ['version', 'versiontitle', 'mix'] },
  { field: 'isrc', label: 'ISRC', width: 140, maxLength: 40, aliases: ['isrc'] },
  { field: 'artist', label: 'Artist', width: 160, maxLength: 200, aliases: ['artist', 'trackartist', 'mainartist'] },
  {
    field: 'featured',
    label: 'Featured artists',
    width: 160,
    maxLength: 300,
    aliases: ['featured', 'feat', 'featuring'],
  },
  {
    field: 'composers',
    label: 'Composers',
    width: 200,
    maxLength: 500,
    aliases: ['composers', 'composer', 'songwriters', 'writers'],
  },
  { field: 'explicit', label: 'Lyrics are', width: 120, maxLength: 20, aliases: ['explicit', 'parental', 'advisory'] },
  { field: 'lyrics', label: 'Lyrics', width: 90, maxLength: 20_000, aliases: ['lyrics'] },
  { field: 'isrcInstrumental', label: 'ISRC instrumental', width: 150, maxLength: 40, aliases: ['isrcinstrumental'] },
  { field: 'isrcClean', label: 'ISRC clean', width: 150, maxLength: 40, aliases: ['isrcclean'] },
  { field: 'isrcEdit', label: 'ISRC edit', width: 150, maxLength: 40, aliases: ['isrcedit', 'isrcradioedit'] },
];

export const explicitOptions: { value: TrackMetadata['explicit']; label: string }[] = [
  { value: '', label: '—' },
  { value: 'no', label: 'Not explicit' },
  { value: 'explicit', label: 'Explicit' },
  { value: 'clean', label: 'Clean version' },
];

/** The label of a field, for sentences. */
export const labelOf = (field: Field): string =>
  field === 'cover'
    ? 'Cover'
    : field === 'file'
      ? 'File'
      : ([...releaseColumns, ...trackColumns].find((column) => column.field === field)?.label ?? 'Track number');
