import { crc16 } from './crc16.js';
import { latin1, recordsOf } from './fields.js';

export const PACK_BYTES = 18;
const PAYLOAD = 12;
/** The sequence number is one byte. */
const MAX_PACKS = 256;
const SIZES = 0x8f;
const SIZE_PACKS = 3;
const ENGLISH = 9;
/** Character sets: 0 is Latin-1, 1 ASCII. */
const LAST_READABLE = 1;
const DOUBLE_BYTE = 0x80;

const types = { title: 0x80, performer: 0x81, songwriter: 0x82, composer: 0x83, arranger: 0x84, message: 0x85 };
export type TextKind = keyof typeof types;
export const textKinds = Object.keys(types) as TextKind[];
const CODES = 0x8e;

/** Texts of one kind: the disc's, then each track's. An absent text is empty. */
export type Texts = Partial<Record<TextKind, string[]>>;

export interface CdText {
  texts: Texts;
  /** UPC of the disc, then the ISRCs of the tracks, if they are among the packs. */
  codes: string[];
  packs: number;
  /** Numbers of the packs whose checksum is wrong. */
  damaged: number[];
  /** 0 is Latin-1; other sets are not read. */
  charset: number;
  /** Languages: the first that can be read is. */
  blocks: number;
  /** Bytes outside the packs: a header of four, or zeros at the end. */
  extraBytes: number;
}

/** Reads packs with or without a header of four bytes, and with bytes at the end that fill no pack. */
export function readCdText(file: Uint8Array): CdText {
  const head = file.length % PACK_BYTES === 4 && ((file[0] ?? 0) & 0x80) === 0 ? 4 : 0;
  const packs = recordsOf(file.subarray(head), PACK_BYTES);
  const damaged = packs.flatMap((pack, index) => {
    const stored = (pack[16]! << 8) | pack[17]!;
    return stored === crc16(pack.subarray(0, 16)) ? [] : [index];
  });
  const blocks = [...Map.groupBy(packs, (pack) => (pack[3]! >> 4) & 7).values()];
  const payloadIn = (block: Uint8Array[], type: number) =>
    Uint8Array.from(block.filter((pack) => pack[0] === type).flatMap((pack) => [...pack.subarray(4, 16)]));
  const charsetOf = (block: Uint8Array[]) =>
    block.some((pack) => pack[3]! & 0x80) ? DOUBLE_BYTE : (payloadIn(block, SIZES)[0] ?? 0);
  const chosen = blocks.find((block) => charsetOf(block) <= LAST_READABLE) ?? blocks[0] ?? [];
  const charset = charsetOf(chosen);
  const stringsOf = (type: number): string[] => {
    const start = chosen.find((pack) => pack[0] === type)?.[1] ?? 0;
    return [...Array.from({ length: start & 0x7f }, () => ''), ...split(payloadIn(chosen, type))];
  };
  const isReadable = charset <= LAST_READABLE;
  const found = isReadable ? textKinds.map((kind) => [kind, stringsOf(types[kind])] as const) : [];
  return {
    texts: Object.fromEntries(found.filter(([, strings]) => strings.length > 0)),
    codes: isReadable ? stringsOf(CODES) : [],
    packs: packs.length,
    damaged,
    charset,
    blocks: blocks.length,
    extraBytes: file.length - packs.length * PACK_BYTES,
  };
}

/** Strings that end with NUL; a TAB repeats the one before. The padding at the end does not count. */
function split(payload: Uint8Array): string[] {
  const strings: string[] = [];
  let at = 0;
  while (at < payload.length) {
    const found = payload.indexOf(0, at);
    const end = found < 0 ? payload.length : found;
    const text = latin1(payload.subarray(at, end));
    strings.push(text === '\t' ? (strings.at(-1) ?? '') : text);
    at = end + 1;
  }
  while (strings.length > 0 && strings.at(-1) === '') strings.pop();
  return strings;
}

/** libcdio 2.1, with which Kodi, mpv and others read, loses every text after a longer one. */
export const MAX_TEXT_BYTES = 253;

/**
 * Packs of one language in Latin-1; null if they exceed what a disc can hold. A kind has the text of the disc and of each
 * track, none of them empty: libcdio 2.1 shows the text after an empty one at the wrong track. `repeats`: a TAB stands for
 * the text of the track before.
 */
export function writeCdText(texts: Texts, { repeats = false } = {}): Uint8Array | null {
  const packs: Uint8Array[] = [];
  const counts = new Uint8Array(16);
  const add = (type: number, track: number, position: number, payload: Uint8Array) => {
    const pack = new Uint8Array(PACK_BYTES);
    pack.set([type, track, packs.length & 0xff, Math.min(position, 15)]);
    pack.set(payload, 4);
    counts[type - 0x80]! += 1;
    packs.push(pack);
  };
  let tracks = 0;
  for (const kind of textKinds) {
    const all = texts[kind] ?? [];
    if (all.length === 0) continue;
    tracks = all.length - 1;
    // libcdio refuses a repeated text of the disc at track 1.
    const strings = all.map((text, track) => (repeats && track > 1 && text === all[track - 1] ? '\t' : text));
    const bytes: number[] = [];
    const places: { track: number; position: number }[] = [];
    strings.forEach((text, track) => {
      for (let position = 0; position <= text.length; position++) {
        bytes.push(text.charCodeAt(position) || 0);
        places.push({ track, position });
      }
    });
    for (let at = 0; at < bytes.length; at += PAYLOAD) {
      const { track, position } = places[at]!;
      add(types[kind], track, position, Uint8Array.from(bytes.slice(at, at + PAYLOAD)));
    }
  }
  if (packs.length === 0 || packs.length + SIZE_PACKS > MAX_PACKS) return null;
  const sizes = new Uint8Array(SIZE_PACKS * PAYLOAD);
  counts[15] = SIZE_PACKS;
  sizes.set([0, 1, tracks, 0], 0);
  sizes.set(counts, 4);
  sizes[20] = packs.length + SIZE_PACKS - 1;
  sizes[28] = ENGLISH;
  for (let index = 0; index < SIZE_PACKS; index++) {
    add(SIZES, index, 0, sizes.subarray(index * PAYLOAD, (index + 1) * PAYLOAD));
  }
  const file = new Uint8Array(packs.length * PACK_BYTES);
  packs.forEach((pack, index) => {
    const crc = crc16(pack.subarray(0, 16));
    pack.set([crc >> 8, crc & 0xff], 16);
    file.set(pack, index * PACK_BYTES);
  });
  return file;
}
