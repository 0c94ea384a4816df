import { concat, utf8 } from './bytes.js';
import type { CopyTags } from './tags.js';

const UTF_8 = 3;
const FRONT_COVER = 3;

/** Four times seven bits (ID3v2.4 §6.2). */
const syncSafe = (value: number): Uint8Array => new Uint8Array([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));

const frame = (id: string, ...body: Uint8Array[]): Uint8Array => {
  const content = concat(...body);
  return concat(utf8(id), syncSafe(content.length), new Uint8Array(2), content);
};

const encoding = new Uint8Array([UTF_8]);
const end = new Uint8Array(1);

const text = (id: string, value: string): Uint8Array[] => (value ? [frame(id, encoding, utf8(value))] : []);
const own = (name: string, value: string): Uint8Array[] =>
  value ? [frame('TXXX', encoding, utf8(name), end, utf8(value))] : [];

/** The tag in front of MP3 frames and in the chunks of WAV and AIFF (id3.org, ID3v2.4.0). */
export function id3Tag(tags: CopyTags): Uint8Array {
  const track = tags.trackNumber === null ? '' : [tags.trackNumber, tags.trackTotal].filter(Boolean).join('/');
  const advisory = { '': '', no: '0', explicit: '1', clean: '2' }[tags.explicit];
  const frames = [
    ...text('TIT2', tags.title),
    ...text('TPE1', tags.artist),
    ...text('TPE2', tags.albumArtist),
    ...text('TALB', tags.album),
    ...text('TRCK', track),
    ...text('TSRC', tags.isrc),
    ...text('TCOM', tags.composers),
    ...text('TCON', tags.genre),
    ...text('TDRC', tags.date),
    ...text('TDRL', tags.date),
    ...text('TPUB', tags.label),
    ...text('TCOP', tags.cLine),
    ...text('TPRO', tags.pLine),
    // Its values are the three letters of ISO 639-2.
    ...text('TLAN', /^[a-z]{3}$/.test(tags.language) ? tags.language : ''),
    ...own('BARCODE', tags.upc),
    ...own('CATALOGNUMBER', tags.catalogueNumber),
    ...own('ITUNESADVISORY', advisory),
    ...(tags.lyrics ? [frame('USLT', encoding, utf8('und'), end, utf8(tags.lyrics))] : []),
    ...(tags.cover
      ? [frame('APIC', encoding, utf8(tags.cover.contentType), end, new Uint8Array([FRONT_COVER, 0]), tags.cover.bytes)]
      : []),
  ];
  const content = concat(...frames);
  // An even length: libsndfile does not skip the byte after odd chunks of RF64.
  const body = concat(content, new Uint8Array(content.length % 2));
  return concat(utf8('ID3'), new Uint8Array([4, 0, 0]), syncSafe(body.length), body);
}
