import { type CdText, readCdText } from './cd-text.js';
import { type ChecksumLine, isChecksumFile, readChecksums } from './checksums.js';
import { DDPID_BYTES, type Identifier, readIdentifier } from './identifier.js';
import { isAudio, isOther, isSubcode, MAP_BYTES, type MapPacket, readMap } from './map.js';
import { type Flags, flagsOf, PQ_BYTES, type PqPacket, readPq } from './pq.js';
import { FRAME_BYTES } from './time.js';

/** The files of a folder or an archive. */
export interface DdpFiles {
  /** Paths with `/` between folders. */
  entries: readonly { path: string; sizeBytes: number }[];
  /** Bytes of a file; `to` is exclusive. */
  read(path: string, from: number, to: number): Promise<Uint8Array>;
}

export interface DdpTrack {
  number: number;
  /** Frames from the start of the image. Null without index 00. */
  pause: number | null;
  /** Index 01; null if it is missing. */
  start: number | null;
  /** Where the next track's first index or the lead-out begins. */
  end: number | null;
  /** The further indexes. */
  indexes: { index: number; time: number }[];
  isrc: string;
  /** The different ones of its indexes. */
  flags: Flags[];
  title: string;
  performer: string;
}

/** A file of the DDP as the map names it and as it was found. */
export interface StreamFile {
  fileName: string;
  /** Null if the folder has no such file. */
  path: string | null;
  sizeBytes: number;
  /** Bytes by the map; null if it does not say so. */
  declaredBytes: number | null;
}

/** A DDP as it was read. Whatever is missing or damaged is null or empty; `findings` judges it. */
export interface Ddp {
  /** The folder that holds it; empty for the root. */
  folder: string;
  /** All files, those of other folders first. */
  paths: string[];
  identifier: Identifier | null;
  identifierBytes: number | null;
  mapBytes: number | null;
  packets: MapPacket[];
  /** The files that hold the sound, in the order of the map. Usually one. */
  image: { files: StreamFile[]; frames: number; pregap: number | null };
  pqFile: StreamFile | null;
  pq: PqPacket[];
  pqBytes: number;
  /** Those of the first session. */
  tracks: DdpTrack[];
  /** Numbers of the tracks of further sessions, as on an Enhanced CD. */
  dataTracks: number[];
  /** Frames, of the first session; null if it is missing. */
  leadOut: number | null;
  upc: { identifier: string; pq: string };
  cdTextFile: StreamFile | null;
  cdText: CdText | null;
  /** Streams that are neither sound, PQ nor CD-Text, such as a data session. */
  otherStreams: StreamFile[];
  /** Lists of checksums beside it; lines are null if the format is not known. */
  checksums: { path: string; lines: ChecksumLine[] | null }[];
  /** Files that belong neither to a stream nor to another DDP. */
  others: string[];
  /** Folders with another DDP. */
  otherFolders: string[];
}

/** Longest descriptors that a disc can need; what follows them is not read. */
const MAX_BYTES = { map: 256 * MAP_BYTES, pq: 100 * 102 * PQ_BYTES, cdText: 64 << 10, checksums: 256 << 10 };

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isNamed = (path: string, name: string) => nameOf(path).toLowerCase() === name.toLowerCase();

/** Whether there is a DDP among these files. */
export const holdsDdp = (paths: readonly string[]): boolean =>
  paths.some((path) => isNamed(path, 'DDPMS')) || paths.some((path) => isNamed(path, 'DDPID'));

/** The folders that hold a DDP, the shallowest first. An archive may have one for each disc. */
export function ddpFolders(files: Pick<DdpFiles, 'entries'>): string[] {
  const paths = files.entries.map(({ path }) => path);
  const folders = foldersWith(paths, 'DDPMS');
  return folders.length > 0 ? folders : foldersWith(paths, 'DDPID');
}

/** Reads the DDP in a folder, or the one nearest to the root; null if there is none. */
export async function readDdp(files: DdpFiles, folder = ddpFolders(files)[0]): Promise<Ddp | null> {
  if (folder === undefined) return null;
  const paths = files.entries.map(({ path }) => path);
  const otherFolders = ddpFolders(files).filter((each) => each !== folder);
  const own = files.entries.filter(({ path }) => folderOf(path) === folder);
  const find = (name: string) => own.find(({ path }) => isNamed(path, name)) ?? null;
  const readFile = async (path: string | null, sizeBytes: number, most: number) =>
    path === null ? new Uint8Array() : files.read(path, 0, Math.min(sizeBytes, most));
  const fileOf = (packet: MapPacket, unit: number): StreamFile => {
    const found = find(packet.fileName);
    const declared = packet.length === null || Number.isNaN(packet.length) ? null : packet.length * unit;
    const { fileName } = packet;
    return { fileName, path: found?.path ?? null, sizeBytes: found?.sizeBytes ?? 0, declaredBytes: declared };
  };

  const idFile = find('DDPID');
  const id = await readFile(idFile?.path ?? null, idFile?.sizeBytes ?? 0, DDPID_BYTES);
  const mapFile = find('DDPMS');
  const packets = readMap(await readFile(mapFile?.path ?? null, mapFile?.sizeBytes ?? 0, MAX_BYTES.map));
  const sound = packets.filter(isAudio);
  const imageFiles = sound.map((packet) => fileOf(packet, FRAME_BYTES));
  const subcode = (kind: 'PQ DESCR' | 'CDTEXT') => {
    const packet = packets.find((each) => isSubcode(each, kind));
    return packet ? fileOf(packet, 1) : null;
  };
  const pqFile = subcode('PQ DESCR');
  const pqBytes = await readFile(pqFile?.path ?? null, pqFile?.sizeBytes ?? 0, MAX_BYTES.pq);
  const cdTextFile = subcode('CDTEXT');
  const cdTextBytes = await readFile(cdTextFile?.path ?? null, cdTextFile?.sizeBytes ?? 0, MAX_BYTES.cdText);
  const cdText = cdTextBytes.length > 0 ? readCdText(cdTextBytes) : null;

  const named = new Set(packets.map(({ fileName }) => fileName.toLowerCase()));
  const isStream = (path: string) =>
    folderOf(path) === folder &&
    (isNamed(path, 'DDPID') || isNamed(path, 'DDPMS') || named.has(nameOf(path).toLowerCase()));
  const rest = files.entries.filter(({ path }) => !isStream(path) && !otherFolders.includes(folderOf(path)));
  const lists = rest.filter(({ path }) => folderOf(path) === folder && isChecksumFile(nameOf(path)));
  const checksums = [];
  for (const { path, sizeBytes } of lists) {
    checksums.push({ path, lines: readChecksums(await readFile(path, sizeBytes, MAX_BYTES.checksums)) });
  }
  const pq = readPq(pqBytes);
  return {
    folder,
    paths: [...paths.filter((path) => folderOf(path) !== folder), ...own.map(({ path }) => path)],
    identifier: id.length === DDPID_BYTES ? readIdentifier(id) : null,
    identifierBytes: idFile?.sizeBytes ?? null,
    mapBytes: mapFile?.sizeBytes ?? null,
    packets,
    image: {
      files: imageFiles,
      frames: sound.reduce((sum, { length }) => sum + (length || 0), 0),
      pregap: sound[0]?.pregap ?? null,
    },
    pqFile,
    pq,
    pqBytes: pqFile?.sizeBytes ?? 0,
    tracks: tracksOf(pq, cdText),
    dataTracks: [
      ...new Set(
        pq
          .slice(firstSession(pq).length)
          .filter(isTrack)
          .map(({ track }) => Number(track)),
      ),
    ],
    leadOut: pq.find(({ track, time }) => track === 'AA' && time !== null)?.time ?? null,
    upc: {
      identifier: id.length === DDPID_BYTES ? readIdentifier(id).upc : '',
      pq: pq.find(({ upc }) => upc !== '')?.upc ?? '',
    },
    cdTextFile,
    cdText,
    otherStreams: packets.filter(isOther).map((packet) => ({ ...fileOf(packet, 1), declaredBytes: null })),
    checksums,
    others: rest.filter((entry) => !lists.includes(entry)).map(({ path }) => path),
    otherFolders,
  };
}

/** The folders that hold a file of that name, the shallowest first. */
function foldersWith(paths: readonly string[], name: string): string[] {
  const folders = [...new Set(paths.filter((path) => isNamed(path, name)).map(folderOf))];
  const depth = (folder: string) => (folder === '' ? 0 : folder.split('/').length);
  return folders.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

export const isTrack = (packet: PqPacket): boolean => /^(0[1-9]|[1-9]\d)$/.test(packet.track);

/** The packets up to the first lead-out, with which the sound ends, and its repetition. */
export function firstSession(pq: readonly PqPacket[]): readonly PqPacket[] {
  const leadOut = pq.findIndex(({ track }) => track === 'AA');
  const next = pq.findIndex((packet, at) => at > leadOut && packet.track !== 'AA');
  return leadOut < 0 || next < 0 || !pq.slice(next).some(isTrack) ? pq : pq.slice(0, next);
}

/** The tracks in the order of the packets. The ISRC is on the first packet of a track, or on its first two. */
function tracksOf(all: readonly PqPacket[], cdText: CdText | null): DdpTrack[] {
  const pq = firstSession(all);
  const groups: PqPacket[][] = [];
  for (const packet of pq) {
    if (!isTrack(packet)) continue;
    if (groups.at(-1)?.[0]!.track === packet.track) groups.at(-1)!.push(packet);
    else groups.push([packet]);
  }
  const leadOut = pq.find(({ track }) => track === 'AA')?.time ?? null;
  return groups.map((packets, index) => {
    const at = (wanted: number) => packets.find((packet) => packet.index === wanted)?.time ?? null;
    const number = Number(packets[0]!.track);
    return {
      number,
      pause: at(0),
      start: at(1),
      end: groups[index + 1]?.[0]!.time ?? leadOut,
      indexes: packets.flatMap((packet) =>
        packet.index !== null && packet.index > 1 && packet.time !== null
          ? [{ index: packet.index, time: packet.time }]
          : [],
      ),
      isrc: packets.find(({ isrc }) => isrc !== '')?.isrc ?? '',
      flags: [...new Set(packets.map(({ control }) => control))].map(flagsOf),
      title: cdText?.texts.title?.[number] ?? '',
      performer: cdText?.texts.performer?.[number] ?? '',
    };
  });
}
