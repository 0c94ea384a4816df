import { viewOf } from '../audio-headers/byte-source.js';
import { ascii } from '../audio-headers/containers.js';
import { decodeText } from '../audio-headers/texts.js';
import { description, DESCRIPTION_BYTES } from './bwf.js';
import { chunk, concat, fixedText, utf8 } from './bytes.js';
import type { KeptChunk } from './kept.js';
import { fromLatin1, type Notes, toLatin1 } from './notes.js';
import type { CopyTags } from './tags.js';

/** A chunk of WAV or AIFF that stays, with the sheet's values in its fixed places. */
export function restated({ id, body }: KeptChunk, notes: Notes): KeptChunk {
  const place = id.trim();
  if (id === 'bext') return { id, body: bextWith(body, notes) };
  if (id === 'cart') return { id, body: cartWith(notes.recodedBytes(body, place), notes.tags) };
  if (XML.has(id)) return { id, body: xmlWith(body, place, notes) };
  if (TEXTS.has(id)) return { id, body: notes.recodedBytes(body, place) };
  notes.searched(body, place);
  return { id, body };
}

const XML = new Set(['iXML', 'axml', '_PMX']);
const TEXTS = new Set(['ubxt', 'NAME', 'AUTH', '(c) ', 'ANNO', 'COMT', 'LIST']);

/** Broadcast extension (EBU Tech 3285). Its description is any text: it is replaced where it is the old title. */
function bextWith(body: Uint8Array, notes: Notes): Uint8Array {
  const recoded = notes.recodedBytes(body, 'bext');
  const text = decodeText(body.subarray(0, DESCRIPTION_BYTES)).trim();
  const { title, artist } = notes.old;
  const titles = [...title].flatMap((each) => [
    each,
    ...Array.from(artist, (by) => description({ title: each, artist: by })),
  ]);
  if (titles.includes(text) && notes.tags.title) {
    return concat(fixedText(description(notes.tags), DESCRIPTION_BYTES), recoded.subarray(DESCRIPTION_BYTES));
  }
  if (text) notes.claim('bext', 'title', text);
  return recoded;
}

/** Title and artist of a cart chunk (AES46) have 64 bytes each, after its version. */
function cartWith(body: Uint8Array, { title, artist }: CopyTags): Uint8Array {
  if (!title && !artist) return body;
  const cart = Uint8Array.from(body);
  for (const [value, at] of [
    [title, 4],
    [artist, 68],
  ] as const) {
    if (value && at + 64 <= cart.length) cart.set(fixedText(value, 64), at);
  }
  return cart;
}

/** Names of elements, and of attributes with a prefix, that hold a value of the sheet: of iXML, EBUCore and XMP. */
const ELEMENTS = { title: ['title', 'songTitle', 'trackTitle'], artist: ['artist'], album: ['album'] } as const;

/** The text of an element, of which parts may be in CDATA sections. */
const CONTENT = String.raw`[^<]*(?:<!\[CDATA\[[^]{0,300}?\]\]>[^<]*)*`;

/** An element or attribute of one of the names: what comes in front of its value, and the value. */
function patternsOf(names: readonly string[]): RegExp[] {
  const known = `(?:${names.join('|')})`;
  const attribute = (quote: string) => `(\\s[\\w.-]+:${known}\\s{0,9}=\\s{0,9}${quote})([^${quote}<>]+)(?=${quote})`;
  // In XMP a list of languages comes between.
  const element = `(<(?:[\\w.-]+:)?${known}(?:\\s[^<>]*)?>(?:\\s*<rdf:[^<>]*>)*)(${CONTENT})(?=<)`;
  return [element, attribute('"'), attribute("'")].map((pattern) => new RegExp(pattern, 'gi'));
}

/** XML in which elements of known names get the sheet's values. Where it has several titles, they stay and are noted. */
function xmlWith(body: Uint8Array, place: string, notes: Notes): Uint8Array {
  const { text, bytesOf, wordsOf } = lettersOf(body);
  let changed = notes.recoded(text, place);
  for (const [field, names] of Object.entries(ELEMENTS)) {
    const value = notes.tags[field as keyof typeof ELEMENTS];
    if (!value) continue;
    const patterns = patternsOf(names);
    const found = patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, , old]) => old!));
    const olds = new Set(found.map((old) => referred(wordsOf(plainValue(old)))).filter(Boolean));
    if (olds.size > 1) {
      if (field === 'title') for (const old of olds) notes.claim(place, field, old);
      continue;
    }
    for (const pattern of patterns) {
      changed = changed.replace(pattern, (all, before: string, old: string) =>
        plainValue(old) ? before + escaped(value) : all,
      );
    }
  }
  return changed === text ? body : bytesOf(changed);
}

const plainValue = (written: string): string => written.replaceAll(/<!\[CDATA\[|\]\]>/g, '').trim();

const REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A value with the letters that its references stand for. */
const referred = (value: string): string =>
  value.replace(/&(?:#(x?)([\da-f]{1,6})|(\w+));/gi, (all, hex: string, digits: string | undefined, name: string) => {
    const code = digits ? parseInt(digits, hex ? 16 : 10) : NaN;
    return code <= LAST_LETTER ? String.fromCodePoint(code) : (REFERENCES[name] ?? all);
  });

const LAST_LETTER = 0x10ffff;

interface Letters {
  /** One letter for each byte, or for each pair of bytes in UTF-16. */
  text: string;
  bytesOf(letters: string): Uint8Array;
  /** A part of the text as it is read. */
  wordsOf(letters: string): string;
}

const LESS_THAN = 0x3c;

/** XML in UTF-16 begins with a mark of its order, or with `<`. */
function lettersOf(body: Uint8Array): Letters {
  const [first, second] = body;
  const isLittle = (first === 0xff && second === 0xfe) || (first === LESS_THAN && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === LESS_THAN);
  if ((!isLittle && !isBig) || body.length % 2 === 1) {
    return { text: fromLatin1(body), bytesOf: toLatin1, wordsOf: (letters) => decodeText(toLatin1(letters)) };
  }
  const bytesOf = (letters: string) => {
    const view = new DataView(new ArrayBuffer(2 * letters.length));
    for (let at = 0; at < letters.length; at++) view.setUint16(2 * at, letters.charCodeAt(at), isLittle);
    return new Uint8Array(view.buffer);
  };
  const view = viewOf(body);
  const units = Array.from({ length: body.length / 2 }, (_, at) =>
    String.fromCharCode(view.getUint16(2 * at, isLittle)),
  );
  return { text: units.join(''), bytesOf, wordsOf: (letters) => letters };
}

/** References to all letters that XML or its unknown encoding could take for something else. */
const escaped = (text: string): string =>
  Array.from(text, (letter) => (/[\w .,;:!?()/+-]/.test(letter) ? letter : `&#${letter.codePointAt(0)!};`)).join('');

const TRACKS_AT = 395;
const TRACK_BYTES = 36;
const INDEX_BYTES = 12;
const ISRC_AT = 9;
const ISRC_BYTES = 12;

/** FLAC's cue sheet (RFC 9639 §8.7). The ISRC of its only track is replaced; several stay and are noted. */
export function cueSheetWith(body: Uint8Array, notes: Notes): Uint8Array {
  const sheet = Uint8Array.from(body);
  const places: number[] = [];
  for (
    let track = 0, at = TRACKS_AT + 1;
    track < (sheet[TRACKS_AT] ?? 0) && at + TRACK_BYTES <= sheet.length;
    track++
  ) {
    places.push(at + ISRC_AT);
    at += TRACK_BYTES + INDEX_BYTES * sheet[at + TRACK_BYTES - 1]!;
  }
  const codeAt = (at: number) => fromLatin1(sheet.subarray(at, at + ISRC_BYTES)).replace(/\0.*$/s, '');
  // The last one is the lead-out.
  const written = places.slice(0, -1).filter((at) => codeAt(at) !== '');
  if (places.length === 2 && notes.tags.isrc) for (const at of written) sheet.set(utf8(notes.tags.isrc), at);
  else for (const at of written) notes.claim('cue sheet', 'isrc', codeAt(at));
  return sheet;
}

const FOREIGN: Record<string, { name: string; littleEndian: boolean }> = {
  riff: { name: 'WAV', littleEndian: true },
  aiff: { name: 'AIFF', littleEndian: false },
};
const TAG_CHUNKS = new Set(['id3 ', 'ID3 ', 'NAME', 'AUTH', '(c) ']);

/**
 * An application block of FLAC. Those in which `flac --keep-foreign-metadata` keeps the chunks of the WAV or AIFF that it was
 * made from would bring back old tags, so these go; null then.
 */
export function applicationWith(body: Uint8Array, notes: Notes): Uint8Array | null {
  const application = ascii(body, 0, 4);
  const foreign = FOREIGN[application];
  const id = ascii(body, 4, 8);
  if (!foreign || body.length < 12 || id === 'RIFF' || id === 'FORM') {
    notes.searched(body, `block ${application}`);
    return body;
  }
  const size = viewOf(body).getUint32(8, foreign.littleEndian);
  const content = body.subarray(12, 12 + size);
  if (TAG_CHUNKS.has(id) || (id === 'LIST' && ascii(content, 0, 4) === 'INFO')) {
    notes.leave(`the tag ${id.trim()} of the ${foreign.name} that it was made from`);
    return null;
  }
  const { body: kept } = restated({ id, body: content }, notes);
  return kept === content ? body : concat(body.subarray(0, 4), chunk(id, kept, foreign.littleEndian));
}
