import { layOutZip } from '../../../../services/platform/zip/layout.js';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309), unsigned. */
async function crc32(file: Blob): Promise<number> {
  let crc = 0xffffffff;
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const byte of read.value) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

/** A ZIP of files without compression, which refers to their bytes. @throws if a file cannot be read */
export async function packed(files: { name: string; file: File }[]): Promise<Blob> {
  const entries = [];
  for (const { name, file } of files) {
    const modifiedAt = new Date(file.lastModified);
    entries.push({ name, sizeBytes: file.size, crc32: await crc32(file), modifiedAt, source: file });
  }
  const { pieces } = layOutZip<File>(entries);
  return new Blob(pieces.map(({ bytes, source }) => (bytes ? Uint8Array.from(bytes) : source)));
}
