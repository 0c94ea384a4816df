const PAGE_BYTES = 64 * 1024;

/** The header is too large or too slow to read. */
export class ReadLimitError extends Error {}

interface Limits {
  budgetBytes: number;
  /** On the clock of `performance.now()`. */
  deadline: number;
}

/** The part of Blob that is needed to read slices. */
interface Sliceable {
  size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * Reads a file in pages and caches them, because slicing is slow. It stops at a byte budget and a deadline, whatever a
 * header claims.
 */
export class ByteSource {
  private readonly pages = new Map<number, Promise<Uint8Array>>();

  constructor(
    private readonly file: Sliceable,
    private readonly limits: Limits,
  ) {}

  get size(): number {
    return this.file.size;
  }

  /** Reads bytes; fewer at the end of the file. @throws ReadLimitError */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size);
    if (offset >= end) return new Uint8Array();
    const first = Math.floor(offset / PAGE_BYTES);
    const last = Math.floor((end - 1) / PAGE_BYTES);
    const pages = await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => this.page(first + index)));
    if (performance.now() > this.limits.deadline) throw new ReadLimitError('It takes too long');
    const bytes = new Uint8Array(end - offset);
    pages.forEach((page, index) => {
      const at = (first + index) * PAGE_BYTES - offset;
      bytes.set(page.subarray(Math.max(0, -at), end - offset - at), Math.max(0, at));
    });
    return bytes;
  }

  /** A Blob over a part of the file; reads through it respect the limits. */
  asBlob(type: string, from = 0, to = this.size): Blob {
    const slice = (start = 0, end = to - from) => {
      const [begin, length] = [from + start, Math.min(to, from + end) - from - start];
      return { arrayBuffer: async () => (await this.read(begin, length)).buffer };
    };
    return { size: to - from, type, slice } as unknown as Blob;
  }

  private page(number: number): Promise<Uint8Array> {
    const known = this.pages.get(number);
    if (known) return known;
    if ((this.pages.size + 1) * PAGE_BYTES > this.limits.budgetBytes) throw new ReadLimitError('Its header has no end');
    const from = number * PAGE_BYTES;
    const slice = this.file.slice(from, from + PAGE_BYTES);
    const page = slice.arrayBuffer().then((buffer) => new Uint8Array(buffer));
    this.pages.set(number, page);
    return page;
  }
}
