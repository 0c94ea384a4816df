/** A file whose bytes can be read at any place. */
export interface ByteSource {
  /** Bytes. */
  size: number;
  /** Reads bytes; fewer at the end of the file. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** Bytes in memory as if they were a file. */
export const bytesSource = (bytes: Uint8Array) =>
  ({
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  }) satisfies ByteSource;

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
