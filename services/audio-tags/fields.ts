import type { CopyTags } from './tags.js';

/**
 * One value of the sheet with its names in each kind of tag. The first name is written, unless the value does not fit that
 * tag (`id3Value`); the others mean the same or are derived from it, so they go with it.
 */
export interface Field {
  value: string;
  /** A value by which the file's old one is found in other places. */
  is?: 'title' | 'artist' | 'isrc';
  /** Frames; a TXXX frame with its description, a picture with its type. */
  id3?: readonly string[];
  id3Value?: string;
  /** Vorbis comments, items of APE tags and descriptions of TXXX frames, compared without case and punctuation. */
  vorbis?: readonly string[];
  /** Entries of LIST INFO. */
  info?: readonly string[];
}

/** The fields that the sheet fills. All other fields of a file stay as they are. */
export function fieldsOf(tags: CopyTags): Field[] {
  const number = tags.trackNumber === null ? '' : String(tags.trackNumber);
  const total = tags.trackTotal === null ? '' : String(tags.trackTotal);
  const fields: Field[] = [
    { value: tags.title, is: 'title', id3: ['TIT2', 'TSOT'], vorbis: ['TITLE', 'TITLESORT'], info: ['INAM'] },
    {
      value: tags.artist,
      is: 'artist',
      id3: ['TPE1', 'TSOP'],
      vorbis: ['ARTIST', 'ARTISTS', 'ARTISTSORT'],
      info: ['IART'],
    },
    {
      value: tags.albumArtist,
      id3: ['TPE2', 'TSO2'],
      vorbis: ['ALBUMARTIST', 'ALBUMARTISTSORT'],
    },
    { value: tags.album, id3: ['TALB', 'TSOA'], vorbis: ['ALBUM', 'ALBUMSORT'], info: ['IPRD'] },
    {
      value: number,
      id3: ['TRCK'],
      id3Value: total ? `${number}/${total}` : number,
      vorbis: ['TRACKNUMBER', 'TRACK'],
      info: ['ITRK', 'IPRT'],
    },
    { value: total, vorbis: ['TRACKTOTAL', 'TOTALTRACKS'] },
    { value: tags.isrc, is: 'isrc', id3: ['TSRC'], vorbis: ['ISRC'] },
    {
      value: tags.composers,
      id3: ['TCOM', 'TSOC'],
      vorbis: ['COMPOSER', 'COMPOSERSORT'],
    },
    { value: tags.genre, id3: ['TCON'], vorbis: ['GENRE'], info: ['IGNR'] },
    {
      value: tags.date,
      id3: ['TDRC', 'TYER', 'TDAT', 'TIME', 'TRDA'],
      vorbis: ['DATE', 'YEAR', 'RELEASEDATE'],
      info: ['ICRD'],
    },
    { value: tags.date, id3: ['TDRL'] },
    { value: tags.label, id3: ['TPUB'], vorbis: ['LABEL', 'PUBLISHER', 'ORGANIZATION'] },
    { value: tags.cLine, id3: ['TCOP'], vorbis: ['COPYRIGHT'], info: ['ICOP'] },
    { value: tags.pLine, id3: ['TPRO'], vorbis: ['PRODUCEDNOTICE'] },
    {
      value: tags.language,
      id3: ['TLAN'],
      // Its values are the three letters of ISO 639-2.
      id3Value: /^[a-z]{3}$/.test(tags.language) ? tags.language : '',
      vorbis: ['LANGUAGE'],
    },
    {
      value: tags.upc,
      id3: ['TXXX:BARCODE'],
      vorbis: ['BARCODE', 'UPC', 'EAN', 'EANUPC', 'EANUPN', 'UPCEAN'],
    },
    {
      value: tags.catalogueNumber,
      id3: ['TXXX:CATALOGNUMBER'],
      vorbis: ['CATALOGNUMBER', 'CATALOG', 'LABELNO', 'LABELID'],
    },
    {
      value: { '': '', no: '0', explicit: '1', clean: '2' }[tags.explicit],
      id3: ['TXXX:ITUNESADVISORY'],
      vorbis: ['ITUNESADVISORY'],
    },
    { value: tags.lyrics, id3: ['USLT', 'SYLT'], vorbis: ['LYRICS', 'UNSYNCEDLYRICS', 'SYNCEDLYRICS'] },
  ];
  return fields.filter(({ value }) => value);
}

/** Frames, comments or items of one tag. A file may hold a million; no more than these are read. */
export const MAX_FIELDS = 5_000;

/** Types of pictures that show the front cover or stand for it (ID3v2.4 §4.14): a cover of the sheet replaces them. */
export const COVER_TYPES: ReadonlySet<number> = new Set([0, 1, 2, 3]);
export const FRONT_COVER = 3;

/** A name of a Vorbis comment or an APE item as they are compared: `Album Artist` is `ALBUMARTIST`. */
export const plainName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');
