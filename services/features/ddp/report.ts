import { checkDdp } from '../../ddp/check.js';
import type { DigestKind } from '../../ddp/checksums.js';
import { holdsMaster } from '../../ddp/compare.js';
import { byLevel, type Finding } from '../../ddp/findings.js';
import type { Pcm } from '../../ddp/pcm.js';
import { type Ddp, ddpFolders, readDdp } from '../../ddp/read.js';
import { FRAME_BYTES, LAST_FRAME, SAMPLES_A_FRAME } from '../../ddp/time.js';
import { AppError } from '../../platform/errors.js';
import type { Storage } from '../../platform/storage/storage.js';
import { ZipRefusedError } from '../../platform/zip/read.js';
import { COMPARE_RULES } from '../orders/disc-plans.lib.js';
import { compareAll, masterPcm, type ReportedTrack } from './compared-tracks.js';
import type { ProjectDisc } from './discs.lib.js';
import type { CdMaster } from './masters.lib.js';
import { type ObjectRange, readRange, type StoredZip, ZipFolder } from './zip-folder.js';

/**
 * How the sound of a DDP compares with the masters. `same`: all of it is masters and digital silence. `more`: it holds the
 * masters, and other sound or data, or players would play them in another way, such as from an index within the music.
 * `different`: a master is missing or differs.
 */
export const verdicts = ['same', 'more', 'different'] as const;
type DdpVerdict = (typeof verdicts)[number];

/** An uploaded DDP as it was read and compared. */
export interface DdpReport {
  /** Its folder in the archive; empty for the root. */
  folder: string;
  /** The reason for users why nothing could be read; null otherwise. */
  refusal: string | null;
  title: string;
  performer: string;
  upc: string;
  /** Length of the image. */
  frames: number;
  tracks: ReportedTrack[];
  findings: Finding[];
  /** The disc of the album that it was compared with. */
  disc: number | null;
  verdict: DdpVerdict | null;
  /** `COMPARE_RULES` when it was compared. */
  rules: number;
  /** Plan of that disc (`disc-plans.lib.ts`) when it was compared. */
  plan: string;
  /** Where the sound is. Empty if it cannot be played. */
  image: ObjectRange[];
}

const PACK_AGAIN = 'Then check it again, or pack the DDP without compression (“Store”) and upload that.';

/** Frames by which indexes beside the music may change the length of a track. */
const MOVED_FRAMES = 75;

/** Largest number of discs in an archive that is plausible. */
const MAX_DDPS = 20;

type Reading = Omit<DdpReport, 'plan'>;

/**
 * Stores the unpacked bytes of compressed images, so that they can be read at any place; returns their key.
 * @throws AppError without room for them
 */
export type Unpack = (bytes: AsyncIterable<Uint8Array>, sizeBytes: number) => Promise<string>;

const refused = (refusal: string): Reading => ({
  refusal,
  folder: '',
  title: '',
  performer: '',
  upc: '',
  frames: 0,
  tracks: [],
  findings: [],
  disc: null,
  verdict: null,
  rules: COMPARE_RULES,
  image: [],
});

/**
 * Reads and checks the DDPs in a stored archive, one for each disc, and compares them with the discs of their project and
 * with the masters that were replaced there. Returns at least one report.
 */
export async function reportsOn(
  storage: Storage,
  zip: StoredZip,
  discs: readonly ProjectDisc[],
  replaced: readonly CdMaster[],
  unpack: Unpack,
): Promise<Reading[]> {
  try {
    return await read(storage, zip, discs, replaced, unpack);
  } catch (failure) {
    if (failure instanceof ZipRefusedError) return [refused(failure.message)];
    // There is no room for unpacking.
    if (failure instanceof AppError) return [refused(`${failure.message.replace(/\.$/, '')}. ${PACK_AGAIN}`)];
    throw failure;
  }
}

async function read(
  storage: Storage,
  zip: StoredZip,
  discs: readonly ProjectDisc[],
  replaced: readonly CdMaster[],
  unpack: Unpack,
): Promise<Reading[]> {
  const archive = await ZipFolder.open(storage, zip);
  const folders = ddpFolders(archive);
  if (folders.length === 0) {
    const inner = archive.entries.find(({ path }) => /\.(zip|rar|7z|tar|gz)$/i.test(path));
    const hint = inner ? ` It holds the archive ${inner.path}: please upload that one.` : '';
    return [refused(`There is no DDP in this archive.${hint}`)];
  }
  if (folders.length > MAX_DDPS) {
    return [refused(`This archive holds ${folders.length} DDPs. Please upload one archive for each disc.`)];
  }
  const ddps = await Promise.all(folders.map(async (folder) => (await readDdp(archive, folder))!));
  const places = await imagePlaces(archive, ddps, unpack);
  const ranges = ddps.map((ddp) => rangesOf(ddp, places));
  const images = ranges.map((range) => range && imagePcm(storage, range));
  const matched = await matchDiscs(storage, ddps, images, discs);
  const reports: Reading[] = [];
  for (const [at, ddp] of ddps.entries()) {
    const report = await reportOf(storage, archive, ddp, images[at]!, matched[at]!, replaced);
    reports.push({ ...report, image: ranges[at] ?? [] });
  }
  return reports;
}

async function reportOf(
  storage: Storage,
  archive: ZipFolder,
  ddp: Ddp,
  image: Pcm | null,
  disc: ProjectDisc | null,
  replaced: readonly CdMaster[],
): Promise<Omit<Reading, 'image'>> {
  const { digests, findings } = await archive.digests(wantedDigests(ddp));
  const compared = await compareAll(storage, ddp, image, disc, replaced);
  const expected = disc && {
    ...disc.disc,
    tracks: disc.disc.tracks.map(({ gapFrames, ...track }, at) => ({
      ...track,
      // A silent master may begin anywhere.
      ...(![at - 1, at].some((each) => compared.tracks[each]?.compared?.soundEnd === null) && { gapFrames }),
      heardFrames: compared.heardGaps[at] ?? null,
    })),
  };
  const masters = (disc?.tracks ?? []).flatMap(({ master, samples }) => (master && samples ? [master.fileId] : []));
  const isComplete = disc !== null && masters.length === disc.tracks.length && masters.length === ddp.tracks.length;
  const all = byLevel([...findings, ...checkDdp(ddp, { digests, expected }), ...compared.findings]);
  return {
    refusal: null,
    folder: ddp.folder,
    title: ddp.cdText?.texts.title?.[0] ?? '',
    performer: ddp.cdText?.texts.performer?.[0] ?? '',
    upc: ddp.upc.pq || ddp.upc.identifier,
    frames: ddp.image.frames,
    tracks: compared.tracks,
    findings: all,
    disc: disc?.number ?? null,
    verdict: masters.length === 0 ? null : isComplete ? verdictOn(compared.tracks, all) : 'different',
    rules: COMPARE_RULES,
  };
}

/** Findings by which a disc that holds all masters may not be heard as they are. */
const DOUBTS = new Set([
  'extra_sound',
  'early_music',
  'early_gap',
  'overlap',
  'other_data',
  'pre_emphasis',
  'four_channels',
  'data_track',
  'no_flags',
]);

function verdictOn(tracks: readonly ReportedTrack[], findings: readonly Finding[]): DdpVerdict {
  if (tracks.some(({ compared }) => !compared?.isSame)) return 'different';
  return findings.some(({ code }) => DOUBTS.has(code)) ? 'more' : 'same';
}

/** The kinds of checksums that lists beside the DDP contain, for the files that they name; CRC-32 for all others. */
function wantedDigests(ddp: Ddp): Map<string, Set<DigestKind>> {
  const prefix = ddp.folder ? `${ddp.folder}/` : '';
  const own = ddp.paths.filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'));
  return new Map(
    own.map((path) => {
      const name = path.slice(prefix.length).toLowerCase();
      const lines = ddp.checksums.flatMap((list) => list.lines ?? []);
      const kinds = lines.filter(({ fileName }) => fileName.toLowerCase() === name).map(({ kind }) => kind);
      return [path, new Set(kinds)];
    }),
  );
}

/**
 * The disc of each DDP, the most alike first; null for a project without tracks. Each disc is that of one DDP, unless there
 * are more DDPs than discs. `images` are those of the DDPs.
 */
async function matchDiscs(
  storage: Storage,
  ddps: readonly Ddp[],
  images: readonly (Pcm | null)[],
  discs: readonly ProjectDisc[],
): Promise<(ProjectDisc | null)[]> {
  const matched = ddps.map((): ProjectDisc | null => null);
  const pairs: { at: number; disc: ProjectDisc; alike: number }[] = [];
  for (const [at, ddp] of ddps.entries()) {
    for (const disc of discs) {
      const alike = discs.length === 1 ? 0 : await likeness(storage, ddp, images[at]!, disc);
      pairs.push({ at, disc, alike });
    }
  }
  for (const { at, disc } of pairs.toSorted((one, other) => other.alike - one.alike)) {
    if (matched[at] || (ddps.length <= discs.length && matched.includes(disc))) continue;
    matched[at] = disc;
  }
  return matched;
}

/** The sound of a track counts most, its ISRC or title less, and numbers and lengths of tracks only if all else is equal. */
async function likeness(storage: Storage, ddp: Ddp, image: Pcm | null, { disc, tracks }: ProjectDisc): Promise<number> {
  let alike = ddp.tracks.length === disc.tracks.length ? 0.5 : 0;
  for (const [at, { isrc, title, start, end }] of ddp.tracks.entries()) {
    const [own, samples] = [disc.tracks[at], tracks[at]?.samples];
    if (!own) break;
    if (image && samples && start !== null) {
      if (await holdsMaster(image, start * FRAME_BYTES, masterPcm(storage, samples))) alike += 2;
    }
    if ((isrc !== '' && own.isrc === isrc) || (title !== '' && own.title === title)) alike += 1;
    const frames = start === null || end === null ? NaN : end - start;
    if (Math.abs(frames - own.samples / SAMPLES_A_FRAME) <= MOVED_FRAMES) alike += 0.001;
  }
  return alike;
}

/** Where each file of an image is. Those that are compressed are unpacked one after the other. */
async function imagePlaces(
  archive: ZipFolder,
  ddps: readonly Ddp[],
  unpack: Unpack,
): Promise<Map<string, ObjectRange>> {
  const places = new Map<string, ObjectRange>();
  const packed = new Map<string, number>();
  for (const { path, sizeBytes } of ddps.flatMap(({ image }) => image.files)) {
    if (path === null) continue;
    const range = await archive.range(path);
    if (range) places.set(path, range);
    else packed.set(path, sizeBytes);
  }
  const objectBytes = [...packed.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0);
  if (packed.size === 0) return places;
  const objectKey = await unpack(streams(archive, [...packed.keys()]), objectBytes);
  let from = 0;
  for (const [path, sizeBytes] of packed) {
    places.set(path, { objectKey, objectBytes, from, sizeBytes });
    from += sizeBytes;
  }
  return places;
}

async function* streams(archive: ZipFolder, paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* archive.stream(path);
}

/** Where the sound is; null if a file of it is missing, or if it is longer than any disc. */
function rangesOf({ image }: Ddp, places: ReadonlyMap<string, ObjectRange>): ObjectRange[] | null {
  const bytes = image.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > (LAST_FRAME + 1) * FRAME_BYTES) return null;
  const ranges = image.files.map(({ path }) => (path === null ? undefined : places.get(path)));
  return ranges.length > 0 && ranges.every((range) => range !== undefined) ? ranges : null;
}

/** Several image files follow each other. */
function imagePcm(storage: Storage, ranges: readonly ObjectRange[]): Pcm {
  return {
    sizeBytes: ranges.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    async read(from, to) {
      const parts: Buffer[] = [];
      let at = 0;
      for (const { objectKey, from: start, sizeBytes } of ranges) {
        const [first, last] = [Math.max(from, at) - at, Math.min(to, at + sizeBytes) - at];
        if (last > first) parts.push(await readRange(storage, objectKey, start + first, start + last));
        at += sizeBytes;
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    },
  };
}
