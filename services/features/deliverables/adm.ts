import type { ByteSource } from '../../audio-headers/byte-source.js';
import { otherFrames, readChunks } from '../../audio-headers/chunks.js';
import { findAudio } from '../../audio-headers/find-audio.js';
import { framesIn, type SampleFormat } from '../../audio-headers/sample-format.js';

/** The structure of an ADM BWF file (ITU-R BS.2076 and BS.2088), as far as its checks need it. */
export interface AdmHeader {
  format: SampleFormat & { sampleRateHz: number };
  /** Where the samples begin in the file, and their length in bytes. */
  samples: { from: number; sizeBytes: number };
  frames: number;
  hasAxml: boolean;
  /** Chunks that have fewer bytes or entries than they say: `data`, `chna`, `axml`. */
  cut: string[];
  /** Channels of the file that carry an object. */
  objects: number;
  /** Channels of the file that `chna` does not name, and channels that it names and the file does not have. */
  unnamed: number;
  absent: number;
  /** Channels of the file that belong to beds, in order, with their speakers; null if a speaker is not named. */
  bed: { channel: number; speaker: string | null }[];
}

const UID_BYTES = 40;
const MAX_UIDS = 1024;
/** Positions of moving objects make the text long; the speakers are named before or after them, so all is read. */
const MAX_AXML_BYTES = 256 << 20;
const WINDOW_BYTES = 1 << 20;
/** Longer than one channel format with its first block. */
const OVERLAP_BYTES = 4096;

const DIRECT_SPEAKERS = '0001';
const OBJECTS = '0003';

/** Speakers of the common definitions (ITU-R BS.2094), which files do not repeat, by the number of their format. */
const COMMON_SPEAKERS: Record<string, string> = {
  '0001': 'L',
  '0002': 'R',
  '0003': 'C',
  '0004': 'LFE',
  '0005': 'Ls',
  '0006': 'Rs',
  '000a': 'Lss',
  '000b': 'Rss',
};

/** The reason why a file cannot be read as ADM BWF. */
export type AdmFault = 'no_wave' | 'no_chna' | 'cut_short' | 'format' | 'two_ways';

export async function readAdm(source: ByteSource): Promise<AdmHeader | AdmFault> {
  const container = (await findAudio(source))?.container;
  const found = container && (await readChunks(source, container));
  if (!found || found.isCutShort) return 'no_wave';
  const { chunks, format, sound } = found;
  const chna = chunks.find(({ id }) => id === 'chna');
  const last = chunks.at(-1);
  // The chunk may be after the samples.
  if (!chna) return last && last.offset + last.size > source.size ? 'cut_short' : 'no_chna';
  const sampleRateHz = format?.sampleRateHz;
  if (!format || !sampleRateHz || !sound || !isMeasurable(format)) return 'format';
  if (otherFrames(found) !== null || sound.wrongBytes !== null) return 'two_ways';
  const axml = chunks.find(({ id }) => id === 'axml');
  const entries = await source.read(chna.offset, Math.min(chna.size, 4 + MAX_UIDS * UID_BYTES));
  const uids = readUids(entries);
  const isCut = ({ offset, size }: { offset: number; size: number }) => offset + size > source.size;
  const cut = [
    ...(sound.declaredBytes !== null && sound.presentBytes < sound.declaredBytes ? ['data'] : []),
    ...(isCut(chna) || countOf(entries) > Math.floor((chna.size - 4) / UID_BYTES) ? ['chna'] : []),
    ...(axml && isCut(axml) ? ['axml'] : []),
  ];
  const named = new Set(uids.map(({ channel }) => channel));
  const here = uids.filter(({ channel }) => channel < format.channels);
  const ofType = (type: string) => here.filter(({ pack, format }) => typeOf(pack || format) === type);
  const beds = ofType(DIRECT_SPEAKERS);
  const speakers = axml
    ? await speakersIn(source, axml, new Set(beds.map(channelFormatOf)))
    : new Map<string, string>();
  const bed = beds.map((uid) => ({
    channel: uid.channel,
    speaker: speakers.get(channelFormatOf(uid)) ?? commonSpeaker(uid),
  }));
  return {
    format: { ...format, sampleRateHz },
    samples: { from: sound.from, sizeBytes: sound.presentBytes },
    frames: framesIn(format, sound.presentBytes) ?? 0,
    cut,
    hasAxml: axml !== undefined,
    objects: new Set(ofType(OBJECTS).map(({ channel }) => channel)).size,
    unnamed: format.channels - new Set(here.map(({ channel }) => channel)).size,
    absent: named.size - new Set(here.map(({ channel }) => channel)).size,
    bed: [...new Map(bed.map((each) => [each.channel, each])).values()].sort((a, b) => a.channel - b.channel),
  };
}

/** Samples that the meter can read; a header can say anything. */
function isMeasurable({ channels, storedBits, encoding, littleEndian }: SampleFormat): boolean {
  const widths = encoding === 'float' ? [32, 64] : encoding === 'integer' ? [16, 24, 32] : [];
  return channels > 0 && littleEndian && widths.includes(storedBits);
}

interface Uid {
  /** From 0. */
  channel: number;
  /** `AT_00010003_01` and `AP_00010002`; either may be empty. */
  format: string;
  pack: string;
}

/** The number of entries that `chna` says it has. */
const countOf = (chna: Uint8Array): number => (chna.length >= 4 ? chna[2]! + 256 * chna[3]! : 0);

function readUids(chna: Uint8Array): Uid[] {
  const bytes = Buffer.from(chna.buffer, chna.byteOffset, chna.length);
  const count = countOf(chna);
  const uids: Uid[] = [];
  for (let at = 4; uids.length < count && at + UID_BYTES <= bytes.length; at += UID_BYTES) {
    const text = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const track = bytes.readUInt16LE(at);
    // Track 0 marks an entry that is not in use.
    uids.push({ channel: track - 1, format: text(14, 14), pack: text(28, 11) });
  }
  return uids.filter(({ channel }) => channel >= 0);
}

/** The type of an id such as `AP_00031001`: four digits after the prefix. */
const typeOf = (id: string): string => id.slice(3, 7);

/** `AT_00011001_01` is a track of the channel `AC_00011001`. */
const channelFormatOf = ({ format }: Uid): string => `AC_${format.slice(3, 11)}`.toLowerCase();

const commonSpeaker = ({ format }: Uid): string | null => COMMON_SPEAKERS[format.slice(7, 11).toLowerCase()] ?? null;

const CHANNEL =
  /audioChannelFormatID=["'](AC_0001[0-9a-f]{4})["'](?:(?!audioChannelFormatID)[\s\S]){0,3000}?<speakerLabel>([^<]{1,40})</gi;

/** The speaker of each channel format, read in windows until all that are wanted are found. */
async function speakersIn(
  source: ByteSource,
  { offset, size }: { offset: number; size: number },
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const missing = new Set(wanted);
  const end = offset + Math.min(size, MAX_AXML_BYTES);
  for (let at = offset; at < end && missing.size > 0; at += WINDOW_BYTES) {
    const bytes = await source.read(at, Math.min(WINDOW_BYTES + OVERLAP_BYTES, end - at));
    if (bytes.length === 0) break;
    for (const [, id, label] of Buffer.from(bytes).toString('latin1').matchAll(CHANNEL)) {
      found.set(id!.toLowerCase(), shortSpeaker(label!));
      missing.delete(id!.toLowerCase());
    }
  }
  return found;
}

/** `RC_Lss` of Dolby and `M+030` of the ITU as engineers call them. */
const shortSpeaker = (label: string): string => ITU_SPEAKERS[label] ?? label.replace(/^RC_/, '');

const ITU_SPEAKERS: Record<string, string> = {
  'M+030': 'L',
  'M-030': 'R',
  'M+000': 'C',
  LFE1: 'LFE',
  'M+110': 'Ls',
  'M-110': 'Rs',
  'M+090': 'Lss',
  'M-090': 'Rss',
  'M+135': 'Lrs',
  'M-135': 'Rrs',
};
