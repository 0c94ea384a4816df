import { codeAt, concat, latin1, record, recordsOf, textAt } from './fields.js';
import { digitsOfTime, framesOf } from './time.js';

export const PQ_BYTES = 64;

/** A packet of the PQ descriptor: where an index of a track begins. */
export interface PqPacket {
  /** Whether it begins with VVVS. */
  isMarked: boolean;
  /** `00` lead-in, `01` to `99`, `AA` lead-out. */
  track: string;
  /** Null if it is unreadable. */
  index: number | null;
  /** Frames from the start of the image; null if it is unreadable. */
  time: number | null;
  /** Two characters: control bits in hexadecimal, and the kind of address or S for copy protection (SCMS). */
  control: string;
  isrc: string;
  upc: string;
}

export const readPq = (bytes: Uint8Array): PqPacket[] =>
  recordsOf(bytes, PQ_BYTES).map((packet) => {
    const index = textAt(packet, 6, 2);
    return {
      isMarked: latin1(packet.subarray(0, 4)) === 'VVVS',
      track: paddedTrack(textAt(packet, 4, 2)),
      index: /^\d{1,2}$/.test(index) ? Number(index) : null,
      time: framesOf(latin1(packet.subarray(10, 16))),
      control: textAt(packet, 16, 2),
      isrc: codeAt(packet, 20, 12),
      upc: codeAt(packet, 32, 13),
    };
  });

const paddedTrack = (text: string) => (/^\d$/.test(text) ? `0${text}` : text.toUpperCase());

export interface Flags {
  preEmphasis: boolean;
  copyPermitted: boolean;
  data: boolean;
  fourChannels: boolean;
  /** Serial copy management: one copy is allowed. */
  scms: boolean;
  areUnreadable: boolean;
}

export function flagsOf(control: string): Flags {
  const bits = Number.parseInt(control[0] ?? '0', 16) || 0;
  const has = (bit: number) => (bits & bit) !== 0;
  return {
    preEmphasis: has(1),
    copyPermitted: has(2),
    data: has(4),
    fourChannels: has(8),
    scms: control[1]?.toUpperCase() === 'S',
    areUnreadable: !/^[0-9a-f]/i.test(control),
  };
}

export interface PqTrack {
  number: number;
  /** Where its gap begins; null without one. */
  pause: number | null;
  start: number;
  isrc: string;
}

/** Lead-in with the UPC, the tracks, and the lead-out twice, as all studied programs write it. */
export function writePq(tracks: readonly PqTrack[], leadOut: number, upc: string): Uint8Array {
  const packet = (track: string, index: string, time: number, fields: [number, number, string][] = []) =>
    record(PQ_BYTES, [
      [0, 4, 'VVVS'],
      [4, 2, track],
      [6, 2, index],
      [10, 6, digitsOfTime(time)],
      [16, 2, '01'],
      ...fields,
    ]);
  return concat([
    packet('00', '00', 0, [[32, 13, upc]]),
    ...tracks.flatMap(({ number, pause, start, isrc }) => {
      const name = String(number).padStart(2, '0');
      const code: [number, number, string][] = [[20, 12, isrc]];
      return pause === null
        ? [packet(name, '01', start, code)]
        : [packet(name, '00', pause, code), packet(name, '01', start)];
    }),
    packet('AA', '01', leadOut),
    packet('AA', '01', leadOut),
  ]);
}
