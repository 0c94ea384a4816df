import type { DigestKind } from './checksums.js';
import { error, type Finding, note, warning } from './findings.js';
import { DDPID_BYTES } from './identifier.js';
import { isAudio, isOther, isSubcode, MAP_BYTES, type MapPacket } from './map.js';
import { PQ_BYTES } from './pq.js';
import type { Ddp, StreamFile } from './read.js';
import { msf } from './time.js';

/** Checksums of files by their path, in lower-case hexadecimal. */
export type Digests = ReadonlyMap<string, Partial<Record<DigestKind, string>>>;

/** Files: whether they are there, have their lengths and checksums, and are where plants expect them. */
export function checkFiles(ddp: Ddp, digests: Digests | null): Finding[] {
  return [...descriptorFiles(ddp), ...streamFiles(ddp), ...checksums(ddp, digests), ...places(ddp)];
}

function descriptorFiles(ddp: Ddp): Finding[] {
  const found: Finding[] = [];
  const { identifierBytes, mapBytes, packets } = ddp;
  if (identifierBytes === null) found.push(error('no_ddpid', 'The file DDPID is missing.'));
  else if (identifierBytes % DDPID_BYTES !== 0 || identifierBytes === 0) {
    found.push(error('ddpid_size', `DDPID has ${identifierBytes} bytes instead of ${DDPID_BYTES}.`));
  }
  if (ddp.identifier && !/^DDP [12]\.\d\d$/.test(ddp.identifier.level)) {
    found.push(error('ddpid_level', 'DDPID does not begin with a DDP level such as “DDP 2.00”.'));
  }
  if (mapBytes === null) return [...found, error('no_ddpms', 'The file DDPMS is missing.')];
  if (mapBytes % MAP_BYTES !== 0 || mapBytes === 0) {
    const hint = 'A transfer as text changes line ends and so the length.';
    found.push(error('ddpms_size', `DDPMS has ${mapBytes} bytes, which is not a multiple of ${MAP_BYTES}. ${hint}`));
  }
  const unmarked = packets.filter(({ isMarked }) => !isMarked).length;
  if (unmarked > 0) found.push(error('ddpms_packet', `${count(unmarked, 'packet')} of DDPMS lack the mark VVVM.`));
  const pq = packets.filter((packet) => isSubcode(packet, 'PQ DESCR')).length;
  const texts = packets.filter((packet) => isSubcode(packet, 'CDTEXT')).length;
  const sounds = packets.filter(isAudio).length;
  if (pq === 0) found.push(error('no_pq', 'DDPMS names no PQ descriptor.'));
  if (pq > 1) found.push(error('several_pq', `DDPMS names ${pq} PQ descriptors. There must be one.`));
  if (texts > 1) found.push(error('several_cdtext', `DDPMS names ${texts} CD-Text streams. There may be one.`));
  if (sounds === 0) found.push(error('no_audio', 'DDPMS names no audio image.'));
  if (sounds > 1) {
    const order = 'They are read in the order of DDPMS, which not every plant does.';
    found.push(warning('several_images', `The sound is in ${sounds} files. ${order}`));
  }
  found.push(...imagePlaces(ddp));
  found.push(...otherData(ddp));
  const misplaced = packets.find(({ type, subcode }) => subcode !== '' && !/^[DS]0$/.test(type));
  if (misplaced) {
    const { fileName, subcode, type } = misplaced;
    found.push(
      error('stream_type', `DDPMS names ${fileName} (${subcode}) as a stream of type “${type}” instead of S0.`),
    );
  }
  for (const { fileName, displaced } of packets.filter(isAudio)) {
    if (displaced.length === 0) continue;
    const fields = displaced.join(', ');
    const message = `DDPMS gives ${fileName} a place or length of its own (${fields}), by which a plant may press other sound.`;
    found.push(error('image_offset', message));
  }
  return found;
}

/** An Enhanced CD has a stream of data, which its data tracks announce. */
function otherData({ packets, dataTracks }: Ddp): Finding[] {
  const isAnnounced = ({ type, mode }: MapPacket) => dataTracks.length > 0 && type.startsWith('D') && mode !== 'DA';
  const others = packets.filter((packet) => isOther(packet) && !isAnnounced(packet));
  if (others.length === 0) return [];
  const names = others.map(({ fileName }) => fileName).join(', ');
  return [
    warning('other_data', `DDPMS also names ${names} in a way that is not known, so it is not read or compared.`),
  ];
}

/** Streams of sound begin at the start of the disc and follow each other. Most programs leave their places blank. */
function imagePlaces({ packets }: Ddp): Finding[] {
  let due = 0;
  return packets.filter(isAudio).flatMap(({ fileName, start, length }) => {
    const expected = due;
    due += length || 0;
    if (start === null || start === expected) return [];
    const stated = Number.isNaN(start) ? 'at an unreadable place' : `at ${msf(start)}`;
    const message = `DDPMS says that ${fileName} begins ${stated} of the disc, but it is read at ${msf(expected)}.`;
    return [error('image_place', message)];
  });
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function streamFiles(ddp: Ddp): Finding[] {
  const found: Finding[] = [];
  const { pqFile, cdTextFile, image } = ddp;
  if (ddp.packets.some(({ fileName }) => fileName === '')) {
    found.push(error('no_file_name', 'A packet of DDPMS names no file.'));
  }
  for (const { fileName, path } of ddp.otherStreams) if (path === null) found.push(missing(fileName));
  for (const file of [pqFile, cdTextFile, ...image.files]) if (file) found.push(...lengthOf(file, file === cdTextFile));
  if (pqFile?.path && pqFile.sizeBytes % PQ_BYTES !== 0) {
    const { fileName, sizeBytes } = pqFile;
    found.push(error('pq_size', `${fileName} has ${sizeBytes} bytes, which is not a multiple of ${PQ_BYTES}.`));
  }
  return found;
}

function missing(fileName: string): Finding {
  const cut = fileName.length === 17 ? ' Its name may have been cut to 17 characters.' : '';
  return error('missing_file', `The file ${fileName}, which DDPMS names, is missing.${cut}`);
}

/** Programs write up to four bytes more than the packs of CD-Text. */
const CDTEXT_SLACK = 4;

function lengthOf(file: StreamFile, isCdText: boolean): Finding[] {
  const { fileName, path, sizeBytes, declaredBytes } = file;
  if (path === null) {
    return fileName === '' ? [] : [missing(fileName)];
  }
  if (declaredBytes === null) return [error('no_length', `DDPMS has no readable length for ${fileName}.`)];
  const difference = sizeBytes - declaredBytes;
  if (difference === 0 || (isCdText && Math.abs(difference) <= CDTEXT_SLACK)) return [];
  return [error('wrong_size', `${fileName} has ${sizeBytes} bytes instead of the ${declaredBytes} that DDPMS says.`)];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

function checksums(ddp: Ddp, digests: Digests | null): Finding[] {
  if (ddp.checksums.length === 0) {
    return [warning('no_checksums', 'There is no file with checksums. Plants ask for one.')];
  }
  const found: Finding[] = [];
  const listed = new Set(
    ddp.checksums.flatMap(({ lines }) => (lines ?? []).map(({ fileName }) => fileName.toLowerCase())),
  );
  const unlisted = ddp.image.files.filter(({ fileName }) => fileName && !listed.has(fileName.toLowerCase()));
  if (unlisted.length > 0 && listed.size > 0) {
    const names = unlisted.map(({ fileName }) => fileName).join(', ');
    found.push(warning('no_image_checksum', `The checksums lack that of ${names}, which holds the sound.`));
  }
  const paths = new Map(ddp.paths.map((path) => [nameOf(path), path]));
  for (const { path: list, lines } of ddp.checksums) {
    const listName = list.slice(list.lastIndexOf('/') + 1);
    if (!lines) {
      const tell = ddp.checksums.some(({ lines: known }) => known) ? note : warning;
      found.push(tell('checksum_format', `The checksums in ${listName} are in a format that is not known.`));
      continue;
    }
    for (const { fileName, kind, hex } of lines) {
      const path = paths.get(fileName.toLowerCase());
      const own = path === undefined ? undefined : digests?.get(path)?.[kind];
      // Eight digits may be a date or a size.
      if (own !== hex && kind === 'crc32' && /^\d+$/.test(hex) && !/\.sfv$/i.test(listName)) continue;
      if (path === undefined) {
        found.push(error('checksum_file', `${listName} has a checksum for ${fileName}, which is missing.`));
        continue;
      }
      if (own !== undefined && own !== hex) {
        found.push(error('wrong_checksum', `${fileName} does not have the checksum that ${listName} says.`));
      }
    }
  }
  return found;
}

function places(ddp: Ddp): Finding[] {
  const found: Finding[] = [];
  if (ddp.folder) {
    found.push(warning('nested', `The DDP is in the folder “${ddp.folder}”. Plants expect its files in the root.`));
  }
  if (ddp.otherFolders.length > 0) {
    const folders = ddp.otherFolders.map((folder) => (folder ? `“${folder}”` : 'its root')).join(', ');
    found.push(
      warning('several_ddps', `The archive also holds a DDP in ${folders}. Plants expect one archive for each disc.`),
    );
  }
  const others = ddp.others.filter((path) => !isSystemFile(path));
  if (others.length > 0) {
    const names = others.slice(0, 5).join(', ') + (others.length > 5 ? ' …' : '');
    found.push(warning('other_files', `Files that are not part of the DDP: ${names}.`));
  }
  return found;
}

/** Left behind by file managers. */
const isSystemFile = (path: string) => /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._[^/]*)$/i.test(path);
