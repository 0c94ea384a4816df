import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGB = 2;
const RGBA = 6;

/** Invalid or oversized PNGs; each of them once stopped a decoder. */
export const hostilePngs = {
  /** 82 bytes whose pixels are not compressed at all. */
  damaged: Buffer.concat([
    SIGNATURE,
    header(1, 1, RGBA),
    chunk('IDAT', 'not a deflate stream here'),
    chunk('IEND', ''),
  ]),
  /** 57 bytes whose last chunk claims to end where it begins. */
  endless: Buffer.concat([
    SIGNATURE,
    header(1, 1, RGB),
    chunk('IDAT', ''),
    Buffer.from('fffffff40000000000000000', 'hex'),
  ]),
  /** 65535 × 65535 points in a few bytes. */
  huge: Buffer.concat([
    SIGNATURE,
    header(65_535, 65_535, RGBA),
    chunk('IDAT', deflateSync(Buffer.alloc(5))),
    chunk('IEND', ''),
  ]),
};

export const pngAddress = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** Red all over. */
export function redPng(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1) row[1 + x * 3] = 0xff;
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([SIGNATURE, header(width, height, RGB), chunk('IDAT', deflateSync(pixels)), chunk('IEND', '')]);
}

function header(width: number, height: number, color: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, color], 8);
  return chunk('IHDR', data);
}

function chunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(body.length - 4, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
