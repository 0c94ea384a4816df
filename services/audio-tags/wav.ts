import type { ByteSource } from '../audio-headers/byte-source.js';
import { type Chunk, listChunks } from '../audio-headers/chunks.js';
import { ascii } from '../audio-headers/containers.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { chunk, concat, fixedText, int16, uint16, uint32, uint64, utf8 } from './bytes.js';
import { id3Tag } from './id3.js';
import type { CopyTags, Loudness, TaggedLayout } from './tags.js';

const MAX_32 = 0xffffffff;
/** A larger chunk of another program is left out: it would have to be moved in front of the sound. */
const MAX_KEPT_BYTES = 1 << 20;
/** Chunks with new content, and empty space. */
const REPLACED = new Set(['data', 'ds64', 'id3 ', 'ID3 ', 'JUNK', 'junk', 'PAD ', 'FLLR']);

/**
 * WAV, RF64 or BW64 with all chunks in front of the samples: Spotify refuses files with anything after them. The
 * samples, the format and what other programs have stored stay as they are. Null for a file whose end is unknown or
 * missing.
 */
export async function tagWav(
  source: ByteSource,
  container: 'wav' | 'rf64',
  tags: CopyTags,
): Promise<TaggedLayout | null> {
  const chunks = await listChunks(source, container);
  const data = chunks?.find(({ id }) => id === 'data');
  const format = chunks?.find(({ id }) => id === 'fmt ');
  if (!chunks || !data || !format || !isComplete(source, data)) return null;
  const has = (id: string) => chunks.some((each) => each.id === id);
  const kept: Uint8Array[] = [];
  for (const each of chunks) {
    const { id, offset, size } = each;
    if (REPLACED.has(id) || id === 'fmt ' || size > MAX_KEPT_BYTES || offset + size > source.size) continue;
    // A chunk with the channels of an ADM file belongs to its axml.
    if (id === 'axml' && !has('chna') && tags.isrc) continue;
    const body = await source.read(offset, size);
    if (id === 'LIST' && ascii(body, 0, 4) === 'INFO') continue;
    kept.push(chunk(id, body, true));
  }
  const front = concat(
    chunk('fmt ', await source.read(format.offset, format.size), true),
    ...(has('bext') ? [] : [chunk('bext', bext(tags), true)]),
    ...(tags.isrc && !(has('axml') && has('chna')) ? [chunk('axml', axml(tags.isrc), true)] : []),
    ...kept,
    chunk('LIST', info(tags), true),
    chunk('id3 ', id3Tag(tags), true),
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
        chunk('ds64', await ds64(source, chunks, plainSize + ds64Bytes, data.size), true),
      )
    : concat(utf8('RIFF'), uint32(plainSize, true), utf8('WAVE'));
  const head = concat(start, front, utf8('data'), uint32(isLarge ? MAX_32 : data.size, true));
  return { head, from: data.offset, to: data.offset + data.size, tail };
}

const isComplete = (source: ByteSource, { offset, size }: Chunk): boolean =>
  size > 0 && size !== MAX_32 && offset + size <= source.size;

/** 64-bit sizes (EBU Tech 3306) with the number of samples that the original declares. */
async function ds64(source: ByteSource, chunks: Chunk[], riffSize: number, dataSize: number): Promise<Uint8Array> {
  const known = chunks.find(({ id, size }) => id === 'ds64' && size >= 24);
  const samples = known ? await source.read(known.offset + 16, 8) : new Uint8Array(8);
  return concat(uint64(riffSize), uint64(dataSize), samples, uint32(0, true));
}

/** LIST INFO, which Windows shows. `ISRC` is not among its entries: there it means the source of a text. */
function info(tags: CopyTags): Uint8Array {
  const entries = {
    INAM: tags.title,
    IART: tags.artist,
    IPRD: tags.album,
    ICRD: tags.date,
    IGNR: tags.genre,
    ITRK: tags.trackNumber === null ? '' : String(tags.trackNumber),
    ICOP: tags.cLine,
  };
  const written = Object.entries(entries).filter(([, value]) => value);
  return concat(utf8('INFO'), ...written.map(([id, value]) => chunk(id, concat(utf8(value), new Uint8Array(1)), true)));
}

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
