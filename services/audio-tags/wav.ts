import type { ByteSource } from '../audio-headers/byte-source.js';
import type { ChunkFacts } from '../audio-headers/chunks.js';
import { ascii } from '../audio-headers/containers.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { chunk, concat, fixedText, int16, uint16, uint32, uint64, utf8 } from './bytes.js';
import { id3Tag } from './id3.js';
import { infoList, isInfo } from './info.js';
import { isId3, type KeptChunk, keptChunks } from './kept.js';
import type { CopyLosses, CopyTags, Loudness, TaggedLayout } from './tags.js';

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
  const { chunks, left } = kept;
  const has = (name: string) => chunks.some(({ id }) => id === name);
  const bodiesOf = (isWanted: (each: KeptChunk) => boolean) => chunks.filter(isWanted).map(({ body }) => body);
  const isRewritten = (each: KeptChunk) => each.id === 'fmt ' || isInfo(each) || isId3(each.id);
  const front = concat(
    ...bodiesOf(({ id }) => id === 'fmt ').map((body) => chunk('fmt ', body, true)),
    ...(has('bext') ? [] : [chunk('bext', bext(tags), true)]),
    // A file has one axml: that of an ADM, or what another program says of the recording.
    ...(tags.isrc && !has('axml') ? [chunk('axml', axml(tags.isrc), true)] : []),
    ...chunks
      .filter((each) => !isRewritten(each))
      // A program that writes into a pipe does not know the number of frames.
      .map(({ id, body }) => chunk(id, id === 'fact' && data.isOpen ? counted(body, frames) : body, true)),
    chunk('LIST', await infoList(tags, bodiesOf(isInfo), left), true),
    chunk(
      'id3 ',
      id3Tag(
        tags,
        bodiesOf(({ id }) => isId3(id)),
        left,
      ),
      true,
    ),
  );
  const tail = new Uint8Array(data.size % 2);
  const ds64Bytes = 36;
  const plainSize = 4 + front.length + 8 + data.size + tail.length;
  const isLarge = container === 'rf64' || plainSize > MAX_32;
  const form = container === 'rf64' ? ascii(await source.read((await findAudio(source))!.from, 4), 0, 4) : 'RF64';
  const start = isLarge
    ? concat(
        utf8(form),
        uint32(MAX_32, true),
        utf8('WAVE'),
        chunk('ds64', ds64(plainSize + ds64Bytes, data.size, frames), true),
      )
    : concat(utf8('RIFF'), uint32(plainSize, true), utf8('WAVE'));
  const head = concat(start, front, utf8('data'), uint32(isLarge ? MAX_32 : data.size, true));
  return { head, from: data.offset, to: data.offset + data.size, tail, left };
}

/** Sizes in 64 bits (EBU Tech 3306). */
const ds64 = (riffSize: number, dataSize: number, frames: number): Uint8Array =>
  concat(uint64(riffSize), uint64(dataSize), uint64(frames), uint32(0, true));

/** The number of samples per channel, in front of what else the chunk has. */
const counted = (fact: Uint8Array, frames: number): Uint8Array =>
  concat(uint32(Math.min(frames, MAX_32), true), fact.subarray(4));

const BEXT_VERSION = 2;
const UNKNOWN_LOUDNESS = 0x7fff;

/** Broadcast extension, version 2 (EBU Tech 3285). A file that has one keeps its own. */
function bext({ title, artist, loudness }: CopyTags): Uint8Array {
  const description = [artist, title].filter(Boolean).join(' - ');
  return concat(
    fixedText(description, 256),
    fixedText('Lacquer', 32),
    // Reference, date, time and time reference of the recording are not known.
    new Uint8Array(32 + 10 + 8 + 8),
    uint16(BEXT_VERSION),
    new Uint8Array(64),
    ...loudnessFields(loudness),
    new Uint8Array(180),
  );
}

const loudnessFields = (loudness: Loudness | null): Uint8Array[] =>
  [
    loudness?.integratedLufs,
    loudness?.lraLu,
    loudness?.truePeakDbtp,
    loudness?.maxMomentaryLufs,
    loudness?.maxShortTermLufs,
  ].map((value) => int16(value === null || value === undefined ? UNKNOWN_LOUDNESS : Math.round(value * 100)));

/** The ISRC as EBU Tech 3352 and the Music Producers Guild write it, of even length like the ID3 tag. */
function axml(isrc: string): Uint8Array {
  const xml =
    '<ebucore:ebuCoreMain xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ebucore="urn:ebu:metadata-schema:ebuCore_2012">' +
    '<ebucore:coreMetadata><ebucore:identifier typeLabel="GUID" typeDefinition="Globally Unique Identifier" formatLabel="ISRC" ' +
    'formatDefinition="International Standard Recording Code" ' +
    'formatLink="http://www.ebu.ch/metadata/cs/ebu_IdentifierTypeCodeCS.xml#3.7">' +
    `<dc:identifier>ISRC:${isrc}</dc:identifier>` +
    '</ebucore:identifier></ebucore:coreMetadata></ebucore:ebuCoreMain>';
  return utf8(xml.padEnd(xml.length + (xml.length % 2)));
}
