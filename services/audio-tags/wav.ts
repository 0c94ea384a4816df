import type { ByteSource } from '../audio-headers/byte-source.js';
import type { ChunkFacts } from '../audio-headers/chunks.js';
import { ascii } from '../audio-headers/containers.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { axml, bext } from './bwf.js';
import { chunk, concat, uint32, uint64, utf8 } from './bytes.js';
import { id3Tag } from './id3.js';
import { infoList, isInfo } from './info.js';
import { isId3, type KeptChunk, keptChunks } from './kept.js';
import { Notes } from './notes.js';
import { restated } from './places.js';
import type { CopyLosses, CopyTags, TaggedLayout } from './tags.js';

const MAX_32 = 0xffffffff;
/** The sound, its sizes, and empty space. */
const SKIPPED = new Set(['data', 'ds64', 'JUNK', 'junk', 'PAD ', 'FLLR']);

/**
 * WAV, RF64 or BW64 with all chunks in front of the samples: Spotify refuses files with anything after them. The
 * samples, the format and what other programs have stored stay as they are. A sentence if that is impossible.
 */
export async function tagWav(
  source: ByteSource,
  container: 'wav' | 'rf64',
  facts: ChunkFacts,
  frames: number,
  tags: CopyTags,
): Promise<(TaggedLayout & CopyLosses) | string> {
  const data = facts.chunks.find(({ id }) => id === 'data')!;
  const kept = await keptChunks(source, facts, SKIPPED, ['data', 'fmt ']);
  if (typeof kept === 'string') return kept;
  const notes = new Notes(tags);
  notes.leave(...kept.left);
  const chunks = (await copiedChunks(kept.chunks, notes)).map(({ id, body }) =>
    // A program that writes into a pipe does not know the number of frames.
    id === 'fact' && data.isOpen ? { id, body: counted(body, frames) } : { id, body },
  );
  const pad = new Uint8Array(data.size % 2);
  const plainSize = 4 + bytesOf(chunks).length + 8 + data.size + pad.length;
  const isLarge = container === 'rf64' || plainSize > MAX_32;
  const { front, behind } = isLarge ? evenChunks(chunks) : { front: chunks, behind: [] };
  if (behind.some(({ id }) => id === 'fmt ')) return 'has a format chunk of an odd length.';
  const [before, tail] = [bytesOf(front), concat(pad, bytesOf(behind))];
  const riffSize = 4 + before.length + 8 + data.size + tail.length;
  const form = container === 'rf64' ? ascii(await source.read((await findAudio(source))!.from, 4), 0, 4) : 'RF64';
  const start = isLarge
    ? concat(
        utf8(form),
        uint32(MAX_32, true),
        utf8('WAVE'),
        chunk('ds64', ds64(riffSize + DS64_BYTES, data.size, frames), true),
      )
    : concat(utf8('RIFF'), uint32(riffSize, true), utf8('WAVE'));
  const head = concat(start, before, utf8('data'), uint32(isLarge ? MAX_32 : data.size, true));
  return notes.on({ head, from: data.offset, to: data.offset + data.size, tail });
}

const bytesOf = (chunks: readonly KeptChunk[]): Uint8Array =>
  concat(...chunks.map(({ id, body }) => chunk(id, body, true)));

/** The chunks of a copy in their order, without the sound. */
async function copiedChunks(chunks: readonly KeptChunk[], notes: Notes): Promise<KeptChunk[]> {
  const has = (name: string) => chunks.some(({ id }) => id === name);
  const bodiesOf = (isWanted: (each: KeptChunk) => boolean) => chunks.filter(isWanted).map(({ body }) => body);
  const isFormat = ({ id }: KeptChunk) => id === 'fmt ';
  const isTag = (each: KeptChunk) => isInfo(each) || isId3(each.id);
  const { tags } = notes;
  // The old titles and codes in them are found in other chunks.
  const info = await infoList(bodiesOf(isInfo), notes);
  const id3 = id3Tag(
    bodiesOf(({ id }) => isId3(id)),
    notes,
  );
  return [
    ...chunks.filter(isFormat),
    ...(has('bext') ? [] : [{ id: 'bext', body: bext(tags) }]),
    // A file has one axml: that of an ADM, or what another program says of the recording.
    ...(tags.isrc && !has('axml') ? [{ id: 'axml', body: axml(tags.isrc) }] : []),
    ...chunks.filter((each) => !isFormat(each) && !isTag(each)).map((each) => restated(each, notes)),
    ...(info.length > EMPTY_INFO_BYTES ? [{ id: 'LIST', body: info }] : []),
    { id: 'id3 ', body: id3 },
  ];
}

/** Bytes that chunks of a variable length may end with: a blank in XML, zeros after the texts of bext and in a list. */
const FILLERS: Record<string, number> = { iXML: 0x20, axml: 0x20, _PMX: 0x20, bext: 0, LIST: 0 };

/**
 * Chunks of even lengths to be put in front of the sound: libsndfile skips no pad byte there in RF64, and does not find the
 * sound. Those that cannot grow follow it.
 */
function evenChunks(chunks: readonly KeptChunk[]): { front: KeptChunk[]; behind: KeptChunk[] } {
  const isEven = ({ id, body }: KeptChunk) => body.length % 2 === 0 || id in FILLERS;
  const front = chunks.filter(isEven).map(({ id, body }) => ({
    id,
    body: concat(body, new Uint8Array(body.length % 2).fill(FILLERS[id] ?? 0)),
  }));
  return { front, behind: chunks.filter((each) => !isEven(each)) };
}

const EMPTY_INFO_BYTES = 4;
const DS64_BYTES = 36;

/** Sizes in 64 bits (EBU Tech 3306). */
const ds64 = (riffSize: number, dataSize: number, frames: number): Uint8Array =>
  concat(uint64(riffSize), uint64(dataSize), uint64(frames), uint32(0, true));

/** The number of samples per channel, in front of what else the chunk has. */
const counted = (fact: Uint8Array, frames: number): Uint8Array =>
  concat(uint32(Math.min(frames, MAX_32), true), fact.subarray(4));
