import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Digests } from './check-files.js';
import type { DdpFiles } from './read.js';

/** Files of a DDP by path. */
export type Folder = Record<string, Buffer>;

const SECTOR = 2352;

/** A record of blanks with texts at their offsets, written without the library that reads it. */
function fields(size: number, texts: Record<number, string>): Buffer {
  const record = Buffer.alloc(size, ' ');
  for (const [at, text] of Object.entries(texts)) record.write(text, Number(at), 'latin1');
  return record;
}

export interface DdpStyle {
  /** How numbers are filled up. */
  pad: ' ' | '0';
  pqName: string;
  /** DDPID's further texts by offset. */
  identifier: Record<number, string>;
  /** Texts of the packet of the image by offset. */
  audio: Record<number, string>;
  leadOuts: 1 | 2;
  /** Whether each packet has the UPC, as HOFA writes it. */
  upcEverywhere: boolean;
  /** Whether the ISRC is on index 00 and on index 01, as REAPER and Pyramix write it. */
  isrcTwice: boolean;
  /** Track number in the packet of the CD-Text. */
  cdTextTrack: '00' | '';
  /** CD-Text file. */
  cdText: Buffer | null;
  checksums: Record<string, (folder: Folder) => string>;
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const listed = (folder: Folder, line: (name: string, bytes: Buffer) => string, end: string) =>
  Object.entries(folder)
    .map(([name, bytes]) => line(name, bytes) + end)
    .join('');

/** Layouts as the public description of DDP 2.00 records them for several programs. */
export const styles: Record<'cue2ddp' | 'Sonoris' | 'HOFA' | 'REAPER', DdpStyle> = {
  cue2ddp: {
    pad: ' ',
    pqName: 'SD',
    identifier: {},
    audio: { 40: '7', 41: '1' },
    leadOuts: 2,
    upcEverywhere: false,
    isrcTwice: false,
    cdTextTrack: '00',
    cdText: null,
    checksums: {
      'CHECKSUM.MD5': (folder) => listed(folder, (name, bytes) => `${md5(bytes)} *${name}`, '\n'),
      'CHECKSUM.TXT': (folder) =>
        `[CRC32 Checksum]\n${listed(folder, (name, bytes) => `${name}=${crc32(bytes).toString(16).toUpperCase().padStart(8, '0')}`, '\n')}`,
    },
  },
  Sonoris: {
    pad: '0',
    pqName: 'PQDESCR',
    identifier: { 86: 'O', 94: '05', 96: 'Night' },
    audio: { 22: '00000000', 40: '7', 41: '0' },
    leadOuts: 2,
    upcEverywhere: false,
    isrcTwice: false,
    cdTextTrack: '00',
    cdText: null,
    checksums: { 'MD5-Checksum.md5': (folder) => listed(folder, (name, bytes) => `${md5(bytes)}  ${name}`, '\n') },
  },
  HOFA: {
    pad: '0',
    pqName: 'PQDESCR',
    identifier: { 94: '05', 96: 'Night' },
    audio: { 22: '00000000', 40: '7', 41: '0' },
    leadOuts: 2,
    upcEverywhere: true,
    isrcTwice: false,
    cdTextTrack: '',
    cdText: null,
    checksums: {
      'MD5_CHECKSUM.MD5': (folder) => listed(folder, (name, bytes) => `${md5(bytes)} *${name}`, '\r\n'),
    },
  },
  REAPER: {
    pad: '0',
    pqName: 'DDPPQ',
    identifier: {},
    audio: { 40: '0', 41: '0' },
    leadOuts: 1,
    upcEverywhere: false,
    isrcTwice: true,
    cdTextTrack: '',
    cdText: null,
    checksums: { 'Checksum.chk': (folder) => listed(folder, (name, bytes) => `${name} ${md5(bytes)}`, '\r\n') },
  },
};

export const UPC = '5012345678900';
export const ISRCS = ['GBABC2600001', 'GBABC2600002', 'GBABC2600003'];
/** Three tracks of five seconds, the second after a gap of two seconds, the third without one. */
export const TIMES = { starts: [150, 675, 1050], pauses: [0, 525, null], leadOut: 1425 };

export interface Packet {
  track: string;
  index: string;
  time: string;
  control?: string;
  isrc?: string;
  upc?: string;
}

export const pqPacket = ({ track, index, time, control = '01', isrc = '', upc = '' }: Packet): Buffer =>
  fields(64, { 0: 'VVVS', 4: track, 6: index, 10: time, 16: control, 20: isrc, 32: upc });

export const mapPacket = (texts: Record<number, string>): Buffer => fields(128, { 0: 'VVVM', ...texts });

/** MMSSFF. */
export function time(frames: number): string {
  const parts = [Math.floor(frames / 4500), Math.floor(frames / 75) % 60, frames % 75];
  return parts.map((part) => String(part).padStart(2, '0')).join('');
}

export const imageOf = (frames: number): Buffer => {
  const image = Buffer.alloc(frames * SECTOR);
  for (let at = 150 * SECTOR; at < image.length; at += 4) image.writeInt32LE((at * 2_654_435_761) | 0, at);
  return image;
};

/** A complete DDP in a program's layout; `change` may alter what the map, the packets and the image hold. */
export function buildDdp(style: Partial<DdpStyle> = {}, change: { packets?: Packet[]; frames?: number } = {}): Folder {
  const own: DdpStyle = { ...styles.cue2ddp, ...style };
  const number = (value: number, width: number) => String(value).padStart(width, own.pad);
  const frames = change.frames ?? TIMES.leadOut;
  const packets = (change.packets ?? usualPackets(own)).map((packet) =>
    pqPacket(own.upcEverywhere ? { ...packet, upc: UPC } : packet),
  );
  const pq = Buffer.concat(packets);
  const named = (name: string) => ({ 71: number(17, 3), 74: name });
  const map = [
    ...(own.cdText
      ? [{ 4: 'S0', 14: number(own.cdText.length, 8), 30: 'CDTEXT', 55: own.cdTextTrack, ...named('CDTEXT.BIN') }]
      : []),
    { 4: 'S0', 14: number(pq.length, 8), 30: 'PQ DESCR', ...named(own.pqName) },
    { 4: 'D0', 14: number(frames, 8), 38: 'DA', 46: number(150, 4), ...own.audio, ...named('IMAGE.DAT') },
  ];
  const folder: Folder = {
    DDPID: fields(128, { 0: 'DDP 2.00', 8: UPC, 38: 'NR001', 87: 'CD', ...own.identifier }),
    DDPMS: Buffer.concat(map.map(mapPacket)),
    ...(own.cdText && { 'CDTEXT.BIN': own.cdText }),
    [own.pqName]: pq,
    'IMAGE.DAT': imageOf(frames),
  };
  return {
    ...folder,
    ...Object.fromEntries(Object.entries(own.checksums).map(([name, of]) => [name, Buffer.from(of(folder))])),
  };
}

export function usualPackets(own: Pick<DdpStyle, 'isrcTwice' | 'leadOuts'>): Packet[] {
  const end = { track: 'AA', index: '01', time: time(TIMES.leadOut) };
  return [
    { track: '00', index: '00', time: time(0), upc: UPC },
    ...TIMES.starts.flatMap((start, at): Packet[] => {
      const track = String(at + 1).padStart(2, '0');
      const pause = TIMES.pauses[at];
      const isrc = ISRCS[at]!;
      if (pause === null || pause === undefined) return [{ track, index: '01', time: time(start), isrc }];
      return [
        { track, index: '00', time: time(pause), isrc },
        { track, index: '01', time: time(start), isrc: own.isrcTwice ? isrc : '' },
      ];
    }),
    ...Array.from({ length: own.leadOuts }, () => end),
  ];
}

/** Files that are read from memory. */
export const filesOf = (folder: Folder): DdpFiles => ({
  entries: Object.entries(folder).map(([path, bytes]) => ({ path, sizeBytes: bytes.length })),
  read: (path, from, to) => Promise.resolve(folder[path]!.subarray(from, to)),
});

export const digestsOf = (folder: Folder): Digests =>
  new Map(
    Object.entries(folder).map(([path, bytes]) => [
      path,
      {
        md5: md5(bytes),
        sha1: createHash('sha1').update(bytes).digest('hex'),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        crc32: crc32(bytes).toString(16).padStart(8, '0'),
      },
    ]),
  );
