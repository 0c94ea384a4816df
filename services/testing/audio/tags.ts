/** Tags and blocks of other programs, byte by byte. */

export interface TestFrame {
  /** Three letters in ID3v2.2, otherwise four. */
  id: string;
  body: Buffer;
}

export interface Id3Settings {
  version: 2 | 3 | 4;
  /** Stuffs zeros behind bytes that look like the beginning of an MP3's frame: in 2.4 in each frame, before in the whole tag. */
  unsynchronised?: boolean;
  /** An extended header of ID3v2.3 or 2.4. */
  extended?: boolean;
  /** Zeros at the end. */
  padding?: number;
}

const syncSafe = (value: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function stuffed(bytes: Buffer): Buffer {
  const found: number[] = [];
  for (const [index, byte] of bytes.entries()) {
    found.push(byte);
    const next = bytes[index + 1];
    if (byte === 0xff && (next === undefined || next === 0 || next >= 0xe0)) found.push(0);
  }
  return Buffer.from(found);
}

function frame({ id, body }: TestFrame, { version, unsynchronised }: Id3Settings): Buffer {
  if (version === 2) return Buffer.concat([Buffer.from(id), uint32(body.length).subarray(1), body]);
  if (version === 3) return Buffer.concat([Buffer.from(id), uint32(body.length), Buffer.alloc(2), body]);
  const content = unsynchronised ? stuffed(body) : body;
  const flags = Buffer.of(0, unsynchronised ? 2 : 0);
  return Buffer.concat([Buffer.from(id), syncSafe(content.length), flags, content]);
}

/** An ID3v2 tag of these frames. */
export function id3Of(frames: readonly TestFrame[], settings: Id3Settings): Buffer {
  const { version, unsynchronised = false, extended = false, padding = 0 } = settings;
  const header = version === 3 ? Buffer.concat([uint32(6), Buffer.alloc(6)]) : Buffer.from([0, 0, 0, 6, 1, 0]);
  const content = Buffer.concat([
    ...(extended ? [header] : []),
    ...frames.map((each) => frame(each, settings)),
    Buffer.alloc(padding),
  ]);
  const body = unsynchronised && version < 4 ? stuffed(content) : content;
  const flags = (unsynchronised ? 0x80 : 0) | (extended ? 0x40 : 0);
  return Buffer.concat([Buffer.from('ID3'), Buffer.of(version, 0, flags), syncSafe(body.length), body]);
}

/** The content of a text frame in Latin-1. */
export const textBody = (text: string): Buffer => Buffer.concat([Buffer.of(0), Buffer.from(text, 'latin1')]);

/** A chapter as ID3v2.3 has it, with its title in a frame of its own. */
export const chapterFrame = (name: string, title: string): TestFrame => {
  const times = Buffer.concat([0, 1000, 0xffffffff, 0xffffffff].map(uint32));
  const body = textBody(title.padEnd(200));
  return {
    id: 'CHAP',
    body: Buffer.concat([Buffer.from(`${name}\0`), times, frame({ id: 'TIT2', body }, { version: 3 })]),
  };
};

/** An APEv2 tag with a header. */
export function apeOf(items: Record<string, string>): Buffer {
  const content = Buffer.concat(
    Object.entries(items).map(([key, text]) => {
      const value = Buffer.from(text);
      const head = Buffer.alloc(8);
      head.writeUInt32LE(value.length, 0);
      return Buffer.concat([head, Buffer.from(`${key}\0`), value]);
    }),
  );
  const edge = (flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(content.length + 32, 12);
    bytes.writeUInt32LE(Object.keys(items).length, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };
  return Buffer.concat([edge(0xa0000000), content, edge(0x80000000)]);
}

/** An ID3v1.1 tag. */
export function id3v1Of(title: string, artist: string, comment: string, track: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write('TAG');
  bytes.write(title, 3, 30, 'latin1');
  bytes.write(artist, 33, 30, 'latin1');
  bytes.write(comment, 97, 28, 'latin1');
  bytes[126] = track;
  bytes[127] = 17;
  return bytes;
}

export interface FlacBlock {
  type: number;
  body: Buffer;
}

/** The blocks of a FLAC file and its frames. */
export function flacParts(file: Buffer): { blocks: FlacBlock[]; frames: Buffer } {
  const blocks: FlacBlock[] = [];
  let at = 4;
  for (let isLast = false; !isLast;) {
    const size = file.readUIntBE(at + 1, 3);
    blocks.push({ type: file[at]! & 0x7f, body: file.subarray(at + 4, at + 4 + size) });
    isLast = file[at]! >= 0x80;
    at += 4 + size;
  }
  return { blocks, frames: file.subarray(at) };
}

export function flacOf(blocks: readonly FlacBlock[], frames: Buffer): Buffer {
  const written = blocks.flatMap(({ type, body }, index) => {
    const head = uint32(body.length);
    head[0] = type | (index === blocks.length - 1 ? 0x80 : 0);
    return [head, body];
  });
  return Buffer.concat([Buffer.from('fLaC'), ...written, frames]);
}

/** A block of Vorbis comments. */
export function commentBlock(comments: readonly string[], vendor = 'reference libFLAC 1.4.2'): FlacBlock {
  const counted = (text: string) => {
    const bytes = Buffer.from(text);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return { type: 4, body: Buffer.concat([counted(vendor), count, ...comments.map(counted)]) };
}

/** A picture of this type (3 is the front cover) with any bytes in it. */
export function pictureBlock(type: number, bytes: Buffer = Buffer.alloc(0)): FlacBlock {
  const mime = Buffer.from('image/png');
  const numbers = [0, 0, 0, 0, bytes.length].map(uint32);
  return {
    type: 6,
    body: Buffer.concat([
      uint32(type),
      uint32(mime.length),
      mime,
      ...numbers.slice(0, 4),
      uint32(0),
      numbers[4]!,
      bytes,
    ]),
  };
}
