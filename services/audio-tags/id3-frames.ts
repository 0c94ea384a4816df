import { viewOf } from '../audio-headers/byte-source.js';
import { ascii } from '../audio-headers/containers.js';
import { concat, uint16, utf8 } from './bytes.js';
import { MAX_FIELDS } from './fields.js';

/** A frame as ID3v2.4 has it. */
export interface Id3Frame {
  id: string;
  /** The second byte of its flags; 0 unless the content is compressed, encrypted or grouped. */
  format: number;
  body: Uint8Array;
}

export interface Id3Tag {
  frames: Id3Frame[];
  /** Names of what cannot be taken over. */
  left: string[];
}

/** The number of frames that were read, whether they can be taken over or not. */
export const fieldsIn = ({ frames, left }: Id3Tag): number => frames.length + left.length;

/** Frames of ID3v2.2 by their names since ID3v2.3, which has the same content in them. Others only have a letter more. */
const OLD_NAMES: Record<string, string> = {
  ...{ TT1: 'TIT1', TT2: 'TIT2', TT3: 'TIT3', TP1: 'TPE1', TP2: 'TPE2', TP3: 'TPE3', TP4: 'TPE4', TCM: 'TCOM' },
  ...{ TXT: 'TEXT', TLA: 'TLAN', TCO: 'TCON', TAL: 'TALB', TPA: 'TPOS', TRK: 'TRCK', TRC: 'TSRC', TYE: 'TYER' },
  ...{ TDA: 'TDAT', TIM: 'TIME', TRD: 'TRDA', TMT: 'TMED', TFT: 'TFLT', TBP: 'TBPM', TCR: 'TCOP', TPB: 'TPUB' },
  ...{ TEN: 'TENC', TSS: 'TSSE', TOF: 'TOFN', TLE: 'TLEN', TSI: 'TSIZ', TDY: 'TDLY', TKE: 'TKEY', TOT: 'TOAL' },
  ...{ TOA: 'TOPE', TOL: 'TOLY', TOR: 'TORY', TXX: 'TXXX', WAF: 'WOAF', WAR: 'WOAR', WAS: 'WOAS', WCM: 'WCOM' },
  ...{ WCP: 'WCOP', WPB: 'WPUB', WXX: 'WXXX', IPL: 'IPLS', MCI: 'MCDI', ETC: 'ETCO', MLL: 'MLLT', STC: 'SYTC' },
  ...{ ULT: 'USLT', SLT: 'SYLT', COM: 'COMM', RVA: 'RVAD', EQU: 'EQUA', REV: 'RVRB', GEO: 'GEOB', CNT: 'PCNT' },
  ...{ POP: 'POPM', BUF: 'RBUF', CRA: 'AENC', UFI: 'UFID', PIC: 'APIC', TCP: 'TCMP', TST: 'TSOT', TSP: 'TSOP' },
  ...{ TSA: 'TSOA', TS2: 'TSO2', TSC: 'TSOC', PCS: 'PCST', TDS: 'TDES', TID: 'TGID', TCT: 'TCAT', TKW: 'TKWD' },
};
/** Frames of ID3v2.3 that ID3v2.4 has under another name with the same content. */
const RENAMED: Record<string, string> = { TORY: 'TDOR', IPLS: 'TIPL' };

/** Four times seven bits (ID3v2.4 §6.2). */
export const syncSafe = (value: number): Uint8Array =>
  new Uint8Array([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));

const fromSyncSafe = (bytes: Uint8Array, at: number): number =>
  [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0);

/** Removes the zeros that keep tags from looking like frames of sound (ID3v2.4 §6.1). */
function synchronised(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff);
}

const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;

/** Reads a tag of ID3v2.2 to 2.4 from its first byte on; null if there is none. */
export function readId3(tag: Uint8Array): Id3Tag | null {
  const [version = 0, , flags = 0] = tag.subarray(3, 6);
  if (ascii(tag, 0, 3) !== 'ID3' || version < 2 || version > 4) return null;
  if (version === 2 && flags & EXTENDED) return { frames: [], left: ['its compressed ID3 tag'] };
  const whole = tag.subarray(10, 10 + fromSyncSafe(tag, 6));
  const body = version < 4 && flags & UNSYNCHRONISED ? synchronised(whole) : whole;
  let from = 0;
  if (version === 3 && flags & EXTENDED && body.length >= 4) from = 4 + viewOf(body).getUint32(0);
  if (version === 4 && flags & EXTENDED) from = fromSyncSafe(body, 0);
  const { frames, left } = readFrames(body.subarray(from), version);
  return { frames: version === 4 ? frames : dated(frames), left };
}

const UNSYNCHRONISED_FRAME = 0x02;
const HAS_LENGTH = 0x01;
const GROUPED = 0x40;

function readFrames(body: Uint8Array, version: number): Id3Tag {
  const found: Id3Tag = { frames: [], left: [] };
  const head = version === 2 ? 6 : 10;
  const nameBytes = version === 2 ? 3 : 4;
  for (let at = 0; at < body.length && body[at] !== 0 && fieldsIn(found) <= MAX_FIELDS;) {
    const name = ascii(body, at, at + nameBytes);
    const size = at + head > body.length ? Infinity : frameSize(body, at, version);
    const content = body.subarray(at + head, at + head + size);
    if (content.length < size) {
      found.left.push('the damaged end of its ID3 tag');
      break;
    }
    const isNamed = /^[A-Z0-9]+$/.test(name);
    const frame = isNamed ? frameOf(name, content, body[at + 9] ?? 0, version, found.left) : null;
    if (frame) found.frames.push(frame);
    else found.left.push(isNamed ? `the frame ${name} of its ID3 tag` : 'a frame without a name of its ID3 tag');
    at += head + size;
  }
  return found;
}

/** ID3v2.4 has seven bits in a byte; iTunes wrote eight, which show when no frame follows otherwise. */
function frameSize(body: Uint8Array, at: number, version: number): number {
  const view = viewOf(body);
  if (version === 2) return view.getUint32(at + 2) & 0xffffff;
  const plain = view.getUint32(at + 4);
  if (version === 3) return plain;
  const size = fromSyncSafe(body, at + 4);
  const follows = (bytes: number) => {
    const next = at + 10 + bytes;
    return next === body.length || body[next] === 0 || /^[A-Z0-9]{4}$/.test(ascii(body, next, next + 4));
  };
  return size !== plain && !follows(size) && follows(plain) ? plain : size;
}

/** Null for a frame that only its own version can hold. `left` gets the names of what a chapter cannot keep. */
function frameOf(name: string, content: Uint8Array, flags: number, version: number, left: string[]): Id3Frame | null {
  if (version === 4) {
    const body = flags & UNSYNCHRONISED_FRAME ? synchronised(content) : content;
    const format = flags & ~UNSYNCHRONISED_FRAME;
    return format === HAS_LENGTH ? { id: name, format: 0, body: body.subarray(4) } : { id: name, format, body };
  }
  if (version === 3) {
    // Compressed and encrypted frames have other fields in front of them.
    if (flags & 0xc0) return null;
    const body = name === 'CHAP' || name === 'CTOC' ? withNewFrames(name, content, left) : content;
    return { id: RENAMED[name] ?? name, format: flags & 0x20 ? GROUPED : 0, body };
  }
  const id = OLD_NAMES[name];
  if (!id) return null;
  return { id: RENAMED[id] ?? id, format: 0, body: id === 'APIC' ? withMimeType(content) : content };
}

/** A chapter or a table of chapters (ID3v2 Chapter Frame Addendum) holds frames of its own, with sizes of its version. */
function withNewFrames(name: string, content: Uint8Array, left: string[]): Uint8Array {
  let at = content.indexOf(0) + 1;
  if (name === 'CHAP') at += 16;
  else {
    const entries = content[at + 1] ?? 0;
    at += 2;
    for (let entry = 0; entry < entries; entry++) at = content.indexOf(0, at) + 1 || content.length;
  }
  const found = readFrames(content.subarray(at), 3);
  left.push(...found.left);
  return concat(content.subarray(0, at), ...found.frames.map(writtenFrame));
}

/** ID3v2.2 names the type of a picture with three letters. */
function withMimeType(content: Uint8Array): Uint8Array {
  const kind = ascii(content, 1, 4).toLowerCase();
  const type = kind === '-->' ? kind : `image/${kind === 'jpg' ? 'jpeg' : kind}`;
  return concat(content.subarray(0, 1), utf8(type), new Uint8Array(1), content.subarray(4));
}

/** ID3v2.3 has year, day and time in frames of their own. */
function dated(frames: Id3Frame[]): Id3Frame[] {
  const of = (id: string) => frames.find((each) => each.id === id);
  const year = of('TYER');
  if (!year || of('TDRC')) return frames;
  const [day, time] = [of('TDAT'), of('TIME')].map((frame) => (frame ? id3Text(frame).trim() : ''));
  const hasDay = /^\d{4}$/.test(day!);
  const date = hasDay ? `-${day!.slice(2)}-${day!.slice(0, 2)}` : '';
  const hour = hasDay && /^\d{4}$/.test(time!) ? `T${time!.slice(0, 2)}:${time!.slice(2)}` : '';
  const text = `${id3Text(year).trim()}${date}${hour}`;
  const used = ['TYER', ...(date ? ['TDAT'] : []), ...(hour ? ['TIME'] : [])];
  const others = frames.filter(({ id }) => !used.includes(id));
  return [...others, { id: 'TDRC', format: 0, body: concat(new Uint8Array([UTF_8]), utf8(text)) }];
}

export const writtenFrame = ({ id, format, body }: Id3Frame): Uint8Array =>
  concat(utf8(id), syncSafe(body.length), uint16(format << 8), body);

export const UTF_8 = 3;
const ENCODINGS = ['windows-1252', 'utf-16le', 'utf-16be', 'utf-8'] as const;

/** The text of a frame from this position of its content on; several values are separated by NULs. */
export function id3Text({ body }: Pick<Id3Frame, 'body'>, from = 1): string {
  return decoded(body[0] ?? 0, body.subarray(from)).replace(/\0+$/, '');
}

function decoded(encoding: number, bytes: Uint8Array): string {
  const isBigEndian = encoding === 1 && bytes[0] === 0xfe && bytes[1] === 0xff;
  const name = isBigEndian ? 'utf-16be' : (ENCODINGS[encoding] ?? 'utf-8');
  return new TextDecoder(name).decode(bytes).replaceAll('\ufeff', '');
}

/** A frame's id, with the description of a TXXX frame and the type of a picture, as `Field.id3` has it. */
export function id3Name({ id, format, body }: Id3Frame): string {
  if (format !== 0) return id;
  if (id === 'TXXX') return `TXXX:${id3Text({ body }).split('\0')[0]!.toUpperCase()}`;
  if (id === 'APIC') return `APIC:${body[body.indexOf(0, 1) + 1] ?? 0}`;
  return id;
}
