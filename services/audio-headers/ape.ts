import { type ByteSource, viewOf } from './byte-source.js';
import { ascii } from './containers.js';

/** A header or a footer. */
export const APE_EDGE_BYTES = 32;
const IS_HEADER = 0x20000000;
/** Keys have printable letters of ASCII. */
const KEY = /^[\x20-\x7e]{1,255}$/;
const ITEM_HEAD_BYTES = 8 + 256;
const READ_BYTES = 1 << 16;

type Reader = Pick<ByteSource, 'read'>;

export interface ApeItem {
  key: string;
  isText: boolean;
  /** The whole item: length of the value, flags, key, NUL, value. */
  bytes: Uint8Array;
  value: Uint8Array;
}

/** Where the APE tag begins whose footer ends there. Null if there is none, or not a whole one: its size may be wrong. */
export async function apeBefore(source: Reader, end: number): Promise<number | null> {
  const itemsEnd = end - APE_EDGE_BYTES;
  if (itemsEnd < 0) return null;
  const size = await sizeAt(source, itemsEnd, false);
  if (size === null || size < APE_EDGE_BYTES || size > end) return null;
  const from = end - size;
  // The size leaves out the header, but some programs count it.
  for (const header of [from - APE_EDGE_BYTES, from])
    if (header >= 0 && (await sizeAt(source, header, true)) !== null) return header;
  return (await areItems(source, from, itemsEnd)) ? from : null;
}

/** Length of the APE tag whose header begins there; 0 if there is none, or not a whole one. */
export async function apeLength(source: Reader, from: number): Promise<number> {
  const size = await sizeAt(source, from, true);
  if (size === null) return 0;
  const end = from + APE_EDGE_BYTES + size;
  const hasFooter = size >= APE_EDGE_BYTES && (await sizeAt(source, end - APE_EDGE_BYTES, false)) !== null;
  return hasFooter || (await areItems(source, from + APE_EDGE_BYTES, end)) ? end - from : 0;
}

/** The size in a header or footer; null without one there. */
async function sizeAt(source: Reader, at: number, isHeader: boolean): Promise<number | null> {
  const edge = await source.read(at, APE_EDGE_BYTES);
  if (edge.length < APE_EDGE_BYTES || ascii(edge, 0, 8) !== 'APETAGEX') return null;
  const view = viewOf(edge);
  return ((view.getUint32(20, true) & IS_HEADER) !== 0) === isHeader ? view.getUint32(12, true) : null;
}

/** Whether items fill this range. */
async function areItems(source: Reader, from: number, end: number): Promise<boolean> {
  let window = new Uint8Array(0);
  let windowFrom = from;
  let at = from;
  while (at < end) {
    if (at + ITEM_HEAD_BYTES > windowFrom + window.length) {
      window = new Uint8Array(await source.read(at, Math.min(READ_BYTES, end - at)));
      windowFrom = at;
    }
    const length = itemAt(window, at - windowFrom)?.length;
    if (length === undefined) return false;
    at += length;
  }
  return at === end && (from === end || (await source.read(end - 1, 1)).length === 1);
}

/** Key and length of the item that begins there; null if there is none. */
function itemAt(bytes: Uint8Array, at: number): { key: string; length: number } | null {
  const name = bytes.subarray(at + 8, at + ITEM_HEAD_BYTES);
  const keyBytes = name.indexOf(0);
  const key = ascii(name, 0, Math.max(0, keyBytes));
  return KEY.test(key) ? { key, length: 8 + keyBytes + 1 + viewOf(bytes).getUint32(at, true) } : null;
}

const TYPE_BITS = 6;

/** Items of a tag with or without a header, up to `most`. `isCut` says that other bytes follow. */
export function apeItems(tag: Uint8Array, most: number): { items: ApeItem[]; isCut: boolean } {
  const items: ApeItem[] = [];
  const end = tag.length - APE_EDGE_BYTES;
  let at = ascii(tag, 0, 8) === 'APETAGEX' && end > 0 ? APE_EDGE_BYTES : 0;
  while (at < end && items.length < most) {
    const item = itemAt(tag, at);
    if (!item || at + item.length > end) break;
    const bytes = tag.subarray(at, at + item.length);
    const isText = (bytes[4]! & TYPE_BITS) === 0;
    items.push({ key: item.key, isText, bytes, value: bytes.subarray(8 + item.key.length + 1) });
    at += item.length;
  }
  return { items, isCut: at < end };
}
