import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { normaliseIsrc } from '../../audio-headers/texts.js';
import { checkDdp } from '../../ddp/check.js';
import { byLevel, error, type Finding, hasErrors, warning } from '../../ddp/findings.js';
import { checkDisc, type Disc, type DiscLayout, layOutDisc, type PqOffsets } from '../../ddp/layout.js';
import { readDdp } from '../../ddp/read.js';
import { FRAME_BYTES } from '../../ddp/time.js';
import { type Descriptors, IMAGE_NAME, writeDescriptors } from '../../ddp/write.js';
import { selectRows } from '../../platform/database/rows.js';
import { cleanFileName } from '../../platform/storage/key.js';
import type { Storage } from '../../platform/storage/storage.js';
import { albumOf, type AlbumPlace } from '../album/album.lib.js';
import { sheetOf } from '../metadata/metadata.view.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { type CdMaster, cdMasters, type Samples, samplesOf } from './masters.lib.js';
import { type Piece, totalBytes } from './pieces.lib.js';
import { wavHeader } from './wav-header.lib.js';

export interface ProjectTrack {
  trackId: string;
  master: CdMaster | null;
  samples: Samples | null;
}

/** A disc of a project as it would be pressed from the released CD masters. */
export interface ProjectDisc {
  /** Number of the disc in the album. */
  number: number;
  /** The label of the release, for the PQ sheet. */
  label: string;
  disc: Disc;
  /** In the order of the disc. */
  tracks: ProjectTrack[];
  layout: DiscLayout;
  /** Errors forbid making a DDP. */
  findings: Finding[];
  /** Null if there are errors. */
  made: MadeDdp | null;
}

export interface MadeDdp {
  descriptors: Descriptors;
  image: Piece[];
  /** Key of `DiscImage`. */
  imageKey: string;
  /** Changes with every byte of the DDP; part of its address. */
  version: string;
}

const PQ_OFFSETS = `
  SELECT pq_start_frames AS start, pq_end_frames AS "end"
  FROM ${LIVE_PROJECTS} project JOIN studios ON studios.id = studio_id WHERE project.id = $1`;

/** The discs of a project in their order. */
export async function discsOf(
  manager: EntityManager,
  storage: Storage,
  project: Pick<Project, 'id' | 'title'>,
): Promise<ProjectDisc[]> {
  const album = await albumOf(manager, project.id);
  const [offsets] = await selectRows<PqOffsets>(manager, PQ_OFFSETS, [project.id]);
  const sheet = await sheetOf(manager, project);
  const masters = new Map((await cdMasters(manager, project.id)).map((master) => [master.trackId, master]));
  const numbers = [...new Set(album.tracks.map(({ disc }) => disc))];
  return Promise.all(
    numbers.map((number) => {
      const places = album.tracks.filter(({ disc }) => disc === number);
      return discOf(storage, { number, discs: numbers.length, places, offsets: offsets! }, sheet, masters);
    }),
  );
}

interface PlannedDisc {
  number: number;
  /** Discs of the album. */
  discs: number;
  places: readonly AlbumPlace[];
  offsets: PqOffsets;
}

async function discOf(
  storage: Storage,
  { number, discs, places, offsets }: PlannedDisc,
  { release, tracks }: Awaited<ReturnType<typeof sheetOf>>,
  masters: ReadonlyMap<string, CdMaster>,
): Promise<ProjectDisc> {
  const findings: Finding[] = [];
  const found: ProjectTrack[] = [];
  const unapproved: string[] = [];
  const disc: Disc & { tracks: Disc['tracks'][number][] } = {
    title: discs > 1 ? `${release.album} (Disc ${number})` : release.album,
    performer: release.artist,
    upc: release.upc,
    masterId: [release.catalogueNumber, discs > 1 && `Disc ${number}`].filter(Boolean).join(' '),
    tracks: [],
  };
  for (const { trackId, title, gapFrames } of places) {
    const track = tracks.find((each) => each.trackId === trackId);
    const master = masters.get(trackId) ?? null;
    const { samples, refusal } = master
      ? await samplesOf(storage, master)
      : { samples: null, refusal: `“${title}” has no released CD master.` };
    const place = found.length + 1;
    if (refusal) findings.push(error(master ? 'wrong_format' : 'no_master', refusal, place));
    if (master && !master.isApproved) unapproved.push(title);
    found.push({ trackId, master, samples });
    const performer = [track?.artist || release.artist, track?.featured && `feat. ${track.featured}`];
    disc.tracks.push({
      title: track?.version ? `${title} (${track.version})` : title,
      performer: performer.filter(Boolean).join(' '),
      composer: track?.composers ?? '',
      isrc: normaliseIsrc(track?.isrc ?? '') ?? track?.isrc ?? '',
      gapFrames,
      samples: (samples?.sizeBytes ?? 0) / 4,
    });
  }
  if (unapproved.length > 0) {
    const which = unapproved.length === 1 ? 'CD master' : 'CD masters';
    const titles = unapproved.map((title) => `“${title}”`).join(', ');
    findings.push(warning('not_approved', `The client has not approved the ${which} of ${titles}.`));
  }
  const layout = layOutDisc(disc.tracks, offsets);
  // Without all masters, lengths mean nothing.
  const isComplete = found.every(({ samples }) => samples !== null);
  const all = isComplete ? [...findings, ...checkDisc(disc, layout)] : [...findings];
  const descriptors = hasErrors(all) ? null : writeDescriptors(disc, layout);
  if (descriptors) all.push(...descriptors.findings, ...(await readBack(descriptors, layout, all)));
  return {
    number,
    label: release.label,
    disc,
    tracks: found,
    layout,
    findings: byLevel(all),
    made: descriptors && !hasErrors(all) ? make(descriptors, layout, found) : null,
  };
}

/** Said of every made disc, or by its making. */
const KNOWN_CODES = new Set(['no_checksums', 'no_cdtext', 'cdtext_latin']);

/** The findings of the checks for uploaded DDPs on a made one that are not among those known. */
async function readBack({ files }: Descriptors, { frames }: DiscLayout, known: readonly Finding[]): Promise<Finding[]> {
  const contents = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const ddp = await readDdp({
    entries: [
      ...files.map(({ name, bytes }) => ({ path: name, sizeBytes: bytes.length })),
      { path: IMAGE_NAME, sizeBytes: frames * FRAME_BYTES },
    ],
    read: (path, from, to) => Promise.resolve(contents.get(path)!.subarray(from, to)),
  });
  const codes = new Set(known.map(({ code }) => code));
  return checkDdp(ddp!, { digests: null, expected: null }).filter(
    ({ code }) => !KNOWN_CODES.has(code) && !codes.has(code),
  );
}

export const nameOf = ({ disc }: ProjectDisc): string => [disc.performer, disc.title].filter(Boolean).join(' - ');

/** The name by which the cue sheet finds the WAV of the disc, without quotes, which end a name there. */
export const wavNameOf = (disc: ProjectDisc): string => cleanFileName(`${nameOf(disc).replaceAll('"', "'")}.wav`);

const CD_FORMAT = { channels: 2, storedBits: 16, encoding: 'integer', sampleRateHz: 44_100 } as const;

/** The disc as a WAV from index 01 of track 1 on. */
export function wavOf({ layout }: ProjectDisc, { image }: MadeDdp): Piece[] {
  const [gap, ...rest] = image;
  const sizeBytes = gap!.sizeBytes - layout.tracks[0]!.start * FRAME_BYTES;
  const pieces: Piece[] = sizeBytes > 0 ? [{ kind: 'silence', sizeBytes }, ...rest] : rest;
  const bytes = wavHeader(CD_FORMAT, totalBytes(pieces));
  return [{ kind: 'bytes', bytes, sizeBytes: bytes.length }, ...pieces];
}

/** Changes with everything that a PQ sheet says of a disc. */
export const sheetVersion = ({ disc, label, layout }: ProjectDisc): string =>
  createHash('sha256')
    .update(JSON.stringify([disc, label, layout.tracks, layout.frames]))
    .digest('hex')
    .slice(0, 32);

function make(descriptors: Descriptors, layout: DiscLayout, tracks: readonly ProjectTrack[]): MadeDdp {
  const image = layout.pieces.map((piece): Piece => {
    const { sizeBytes } = piece;
    return piece.kind === 'silence'
      ? { kind: 'silence', sizeBytes }
      : { kind: 'samples', sizeBytes, samples: tracks[piece.track]!.samples! };
  });
  const imageHash = createHash('sha256');
  for (const piece of image) imageHash.update(JSON.stringify(piece));
  const imageKey = imageHash.digest('hex');
  const version = createHash('sha256').update(imageKey);
  for (const { name, bytes } of descriptors.files) version.update(name).update(bytes);
  return { descriptors, image, imageKey, version: version.digest('hex').slice(0, 32) };
}
