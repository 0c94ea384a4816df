import { concat, digits, latin1, numberAt, record, recordsOf, textAt } from './fields.js';

export const MAP_BYTES = 128;

/** A packet of DDPMS: one stream and the file that holds it. */
export interface MapPacket {
  /** Whether it begins with VVVM. */
  isMarked: boolean;
  /** `D0` main data, `S0` subcode. */
  type: string;
  /** Frames of D streams, bytes of S and T streams; null if blank, NaN if unreadable. */
  length: number | null;
  /** Frame of the disc at which a D stream begins; null if blank, NaN if unreadable. */
  start: number | null;
  /** `PQ DESCR` or `CDTEXT`. */
  subcode: string;
  /** `DA` for audio. */
  mode: string;
  /** Frames of track 1's pregap within the stream. */
  pregap: number | null;
  fileName: string;
  /** Names of the fields by which the stream would begin elsewhere or have more frames; files need none of them. */
  displaced: string[];
}

/** Fields of DDP 2.00 that are for tapes, data sessions or offsets within a file: their place and width. */
const DISPLACING = { DSP: [6, 8], PRE1: [42, 4], PST: [50, 4], PAUSEADD: [96, 8], OFS: [104, 9] } as const;

export const readMap = (bytes: Uint8Array): MapPacket[] =>
  recordsOf(bytes, MAP_BYTES).map((packet) => ({
    isMarked: latin1(packet.subarray(0, 4)) === 'VVVM',
    type: textAt(packet, 4, 2),
    length: numberAt(packet, 14, 8),
    start: numberAt(packet, 22, 8),
    subcode: textAt(packet, 30, 8),
    mode: textAt(packet, 38, 2),
    pregap: numberAt(packet, 46, 4),
    fileName: textAt(packet, 74, Math.min(numberAt(packet, 71, 3) || 17, 17)),
    displaced: Object.entries(DISPLACING).flatMap(([name, [at, size]]) =>
      numberAt(packet, at, size) === null || numberAt(packet, at, size) === 0 ? [] : [name],
    ),
  }));

export const isAudio = ({ type, mode }: MapPacket): boolean => type === 'D0' && mode === 'DA';
export const isSubcode = ({ subcode }: MapPacket, kind: 'PQ DESCR' | 'CDTEXT'): boolean => subcode === kind;
/** A stream that is neither the sound, PQ nor CD-Text, such as a data session, or one of them that is marked wrongly. */
export const isOther = (packet: MapPacket): boolean =>
  packet.fileName !== '' && !isAudio(packet) && !isSubcode(packet, 'PQ DESCR') && !isSubcode(packet, 'CDTEXT');

export interface Streams {
  pq: { fileName: string; sizeBytes: number };
  cdText: { fileName: string; sizeBytes: number } | null;
  audio: { fileName: string; sectors: number; pregap: number };
}

/** In the order of other programs: CD-Text, PQ, audio. */
export function writeMap({ pq, cdText, audio }: Streams): Uint8Array {
  const packet = (fileName: string, type: string, length: number, fields: [number, number, string][]) =>
    record(MAP_BYTES, [
      [0, 4, 'VVVM'],
      [4, 2, type],
      [14, 8, digits(length, 8)],
      ...fields,
      [71, 3, '017'],
      [74, 17, fileName],
    ]);
  return concat([
    ...(cdText ? [packet(cdText.fileName, 'S0', cdText.sizeBytes, [[30, 8, 'CDTEXT']])] : []),
    packet(pq.fileName, 'S0', pq.sizeBytes, [[30, 8, 'PQ DESCR']]),
    packet(audio.fileName, 'D0', audio.sectors, [
      [22, 8, digits(0, 8)],
      [38, 2, 'DA'],
      [40, 1, '7'],
      [41, 1, '0'],
      [46, 4, digits(audio.pregap, 4)],
    ]),
  ]);
}
