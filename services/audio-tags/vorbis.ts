import { viewOf } from '../audio-headers/byte-source.js';
import { concat, uint32, utf8 } from './bytes.js';
import { fieldsOf, MAX_FIELDS, plainName } from './fields.js';
import type { Notes } from './notes.js';

/** Comments in which other programs keep a picture. */
const PICTURES = ['METADATABLOCKPICTURE', 'COVERART'];

interface Comments {
  vendor: Uint8Array;
  entries: Uint8Array[];
  /** Whether the block ends within an entry. */
  isCut: boolean;
}

/**
 * A block of Vorbis comments (little-endian, in UTF-8): the sheet's, then those of the old blocks that the sheet does not
 * replace, as they are. One of them is the speaker mask, `WAVEFORMATEXTENSIBLE_CHANNEL_MASK`.
 */
export function vorbisComments(old: readonly Uint8Array[], notes: Notes): Uint8Array {
  const { tags } = notes;
  const fields = fieldsOf(tags);
  const replaced = new Set(fields.flatMap(({ vorbis = [] }) => vorbis));
  if (tags.cover) for (const name of PICTURES) replaced.add(name);
  const blocks = old.map(readComments);
  if (blocks.some(({ isCut }) => isCut)) notes.leave('the damaged end of its comments');
  const kept: Uint8Array[] = [];
  const all = blocks.flatMap(({ entries }) => entries);
  for (const entry of notes.isUsual(all.length) ? all : []) {
    const name = plainName(nameOf(entry));
    const field = fields.find(({ vorbis }) => vorbis?.[0] === name);
    if (field) notes.replaced(field.is, textOf(entry));
    if (!replaced.has(name)) kept.push(entry);
  }
  const written = fields.flatMap(({ value, vorbis }) => (vorbis ? [utf8(`${vorbis[0]}=${value}`)] : []));
  const counted = (bytes: Uint8Array) => [uint32(bytes.length, true), bytes];
  const entries = [...written, ...kept.map((entry) => recoded(entry, notes))];
  const vendor = blocks[0]?.vendor ?? utf8('Lacquer');
  return concat(...counted(vendor), uint32(entries.length, true), ...entries.flatMap(counted));
}

const EQUALS = 0x3d;
const nameOf = (entry: Uint8Array): string =>
  new TextDecoder().decode(entry.subarray(0, Math.max(0, entry.indexOf(EQUALS))));

const textOf = (entry: Uint8Array): string => new TextDecoder().decode(entry.subarray(entry.indexOf(EQUALS) + 1));

/** A comment that stays, with the sheet's ISRC in it. */
function recoded(entry: Uint8Array, notes: Notes): Uint8Array {
  const place = `comment ${nameOf(entry)}`;
  notes.searchedForCues(textOf(entry), place);
  return notes.recodedBytes(entry, place);
}

function readComments(block: Uint8Array): Comments {
  const view = viewOf(block);
  let at = 0;
  const next = (): Uint8Array | null => {
    const size = at + 4 <= block.length ? view.getUint32(at, true) : Infinity;
    if (at + 4 + size > block.length) return null;
    at += 4 + size;
    return block.subarray(at - size, at);
  };
  const vendor = next() ?? new Uint8Array(0);
  const count = at + 4 <= block.length ? view.getUint32(at, true) : 0;
  at += 4;
  const entries: Uint8Array[] = [];
  while (entries.length < Math.min(count, MAX_FIELDS + 1)) {
    const entry = next();
    if (!entry) break;
    entries.push(entry);
  }
  return { vendor, entries, isCut: entries.length < Math.min(count, MAX_FIELDS + 1) };
}
