/** Interleaved samples as a file stores them. */
export interface SampleFormat {
  sampleRateHz: number;
  channels: number;
  /** 8, 16, 24 or 32 for integers, 32 or 64 for float. */
  bits: number;
  float: boolean;
}

export interface FileChunk {
  id: string;
  body: Buffer;
  /** Size in the header, if it is not that of the body. If it is 0xffffffff, RF64 has the body's size in `ds64`. */
  size?: number;
  /** The byte that makes an odd length even: 0 by default, null for none. */
  pad?: number | null;
}

/** A file of chunks as they are given. Its own size is right unless another one is given. */
export function formFile(
  form: 'RIFF' | 'RF64' | 'BW64' | 'FORM',
  type: string,
  chunks: FileChunk[],
  size?: number,
): Buffer {
  const writeSize = (head: Buffer, bytes: number) =>
    form === 'FORM' ? head.writeUInt32BE(bytes, 4) : head.writeUInt32LE(bytes, 4);
  const body = chunks.map(({ id, body, size = body.length, pad = 0 }) => {
    const head = Buffer.alloc(8);
    head.write(id, 'latin1');
    writeSize(head, size);
    return Buffer.concat([head, body, ...(body.length % 2 === 1 && pad !== null ? [Buffer.of(pad)] : [])]);
  });
  const head = Buffer.alloc(12);
  head.write(`${form}\0\0\0\0${type}`, 'latin1');
  const whole = Buffer.concat([head, ...body]);
  writeSize(whole, size ?? whole.length - 8);
  return whole;
}

export interface WaveSettings extends SampleFormat {
  form?: 'RIFF' | 'RF64' | 'BW64';
  /** WAVE_FORMAT_EXTENSIBLE with this many valid bits (0: as many as stored) and this speaker mask. */
  extensible?: { validBits: number; mask: number };
  before?: FileChunk[];
  after?: FileChunk[];
  /** Size of the samples in 32 bits, and in the `ds64` chunk of RF64 and BW64, with its number of frames. */
  soundSize?: number;
  longSize?: number;
  longFrames?: number;
  /** Size of the whole form. */
  formSize?: number;
}

/** A RIFF, RF64 or BW64 file around little-endian samples. */
export function waveFile(samples: Buffer, settings: WaveSettings): Buffer {
  const form = settings.form ?? 'RIFF';
  const long = form !== 'RIFF';
  const table = [...(settings.before ?? []), ...(settings.after ?? [])].filter(({ size }) => size === 0xffffffff);
  const ds64 = Buffer.alloc(28 + 12 * table.length);
  ds64.writeUInt32LE(table.length, 24);
  for (const [index, { id, body }] of table.entries()) {
    ds64.write(id, 28 + 12 * index, 'latin1');
    ds64.writeBigUInt64LE(BigInt(body.length), 32 + 12 * index);
  }
  const file = formFile(
    form,
    'WAVE',
    [
      ...(long ? [{ id: 'ds64', body: ds64 }] : []),
      { id: 'fmt ', body: waveFormat(settings) },
      ...(settings.before ?? []),
      { id: 'data', body: samples, size: settings.soundSize ?? (long ? 0xffffffff : samples.length) },
      ...(settings.after ?? []),
    ],
    long ? 0xffffffff : settings.formSize,
  );
  if (long) {
    file.writeBigUInt64LE(BigInt(settings.formSize ?? file.length - 8), 20);
    file.writeBigUInt64LE(BigInt(settings.longSize ?? samples.length), 28);
    file.writeBigUInt64LE(BigInt(settings.longFrames ?? samples.length / blockAlign(settings)), 36);
  }
  return file;
}

const W64_TAIL = 'f3acd3118cd100c04f8edb8a';

/** A Sony Wave64 file around little-endian samples. */
export function wave64File(samples: Buffer, settings: SampleFormat): Buffer {
  const chunk = (id: string, body: Buffer) => {
    const head = Buffer.alloc(24);
    head.write(id, 'latin1');
    Buffer.from(W64_TAIL, 'hex').copy(head, 4);
    head.writeBigUInt64LE(BigInt(24 + body.length), 16);
    return Buffer.concat([head, body, Buffer.alloc((8 - (body.length % 8)) % 8)]);
  };
  const body = Buffer.concat([chunk('fmt ', waveFormat(settings)), chunk('data', samples)]);
  const head = Buffer.alloc(40);
  Buffer.from('726966662e91cf11a5d628db04c10000', 'hex').copy(head, 0);
  head.writeBigUInt64LE(BigInt(40 + body.length), 16);
  head.write('wave', 24, 'latin1');
  Buffer.from(W64_TAIL, 'hex').copy(head, 28);
  return Buffer.concat([head, body]);
}

/** An AIFF file, or an AIFC one of the given compression ('sowt', 'fl32', 'NONE' …), around samples in its byte order. */
export function aiffFile(
  samples: Buffer,
  settings: SampleFormat & {
    compression?: string;
    before?: FileChunk[];
    after?: FileChunk[];
    /** Bytes between the sound chunk's head and the samples. */
    freeBytes?: number;
    /** Length of the sound by the header. */
    soundSize?: number;
    frames?: number;
  },
): Buffer {
  const common = Buffer.alloc(18);
  common.writeUInt16BE(settings.channels, 0);
  common.writeUInt32BE(settings.frames ?? samples.length / blockAlign(settings), 2);
  common.writeUInt16BE(settings.bits, 6);
  extendedFloat(settings.sampleRateHz).copy(common, 8);
  const { compression } = settings;
  const compressionName = compression
    ? Buffer.concat([Buffer.from(compression, 'latin1'), Buffer.from([0, 0])])
    : Buffer.alloc(0);
  const soundHead = Buffer.alloc(8 + (settings.freeBytes ?? 0), 0x7f);
  soundHead.fill(0, 0, 8).writeUInt32BE(soundHead.length - 8, 0);
  return formFile('FORM', compression ? 'AIFC' : 'AIFF', [
    ...(compression ? [{ id: 'FVER', body: Buffer.from('a2805140', 'hex') }] : []),
    { id: 'COMM', body: Buffer.concat([common, compressionName]) },
    ...(settings.before ?? []),
    { id: 'SSND', body: Buffer.concat([soundHead, samples]), size: settings.soundSize },
    ...(settings.after ?? []),
  ]);
}

/** Text entries of a RIFF LIST INFO chunk, for instance { INAM: 'Glass' }. */
export function infoChunk(entries: Record<string, string>, pad?: number | null): FileChunk {
  const texts = Object.entries(entries).map(([id, text]) => ({ id, body: Buffer.from(`${text}\0`, 'utf8'), pad }));
  return { id: 'LIST', body: formFile('RIFF', 'INFO', texts).subarray(8) };
}

/** Broadcast extension (EBU Tech 3285, version 1) with this description. */
export function bextChunk(description: string): FileChunk {
  const body = Buffer.alloc(602);
  body.write(description, 0, 256, 'utf8');
  body.writeUInt16LE(1, 346);
  return { id: 'bext', body };
}

/** An ID3v2.3 tag of text frames in UTF-16, for instance { TIT2: 'Glass', TSRC: '…' }. */
export function id3Tag(frames: Record<string, string>): Buffer {
  const parts = Object.entries(frames).map(([id, text]) => {
    const body = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const head = Buffer.alloc(10);
    head.write(id, 'latin1');
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  });
  const body = Buffer.concat(parts);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), body]);
}

function waveFormat(settings: WaveSettings): Buffer {
  const { extensible } = settings;
  const tag = settings.float ? 3 : 1;
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(settings.channels, 2);
  format.writeUInt32LE(settings.sampleRateHz, 4);
  format.writeUInt32LE(settings.sampleRateHz * blockAlign(settings), 8);
  format.writeUInt16LE(blockAlign(settings), 12);
  format.writeUInt16LE(settings.bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(extensible.validBits || settings.bits, 18);
    format.writeUInt32LE(extensible.mask, 20);
    format.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }
  return format;
}

function blockAlign(settings: SampleFormat): number {
  return (settings.channels * settings.bits) / 8;
}

/** IEEE 754 80-bit extended, as AIFF keeps its sample rate. */
function extendedFloat(value: number): Buffer {
  const exponent = Math.floor(Math.log2(value));
  const buffer = Buffer.alloc(10);
  buffer.writeUInt16BE(16383 + exponent, 0);
  buffer.writeBigUInt64BE(BigInt(value) << BigInt(63 - exponent), 2);
  return buffer;
}
