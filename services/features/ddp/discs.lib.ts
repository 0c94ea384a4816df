import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { normaliseIsrc } from '../../audio-headers/texts.js';
import { byLevel, error, type Finding, hasErrors, warning } from '../../ddp/findings.js';
import { checkDisc, type Disc, type DiscLayout, layOutDisc } from '../../ddp/layout.js';
import { type Descriptors, writeDescriptors } from '../../ddp/write.js';
import type { Storage } from '../../platform/storage/storage.js';
import { albumOf, type AlbumPlace } from '../album/album.lib.js';
import { sheetOf } from '../metadata/metadata.view.js';
import type { Project } from '../projects/project.entity.js';
import { type CdMaster, cdMasters, type Samples, samplesOf } from './masters.lib.js';
import type { Piece } from './pieces.lib.js';

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

/** The discs of a project in their order. */
export async function discsOf(
  manager: EntityManager,
  storage: Storage,
  project: Pick<Project, 'id' | 'title'>,
): Promise<ProjectDisc[]> {
  const album = await albumOf(manager, project.id);
  const sheet = await sheetOf(manager, project);
  const masters = new Map((await cdMasters(manager, project.id)).map((master) => [master.trackId, master]));
  const numbers = [...new Set(album.tracks.map(({ disc }) => disc))];
  return Promise.all(
    numbers.map((number) => {
      const places = album.tracks.filter(({ disc }) => disc === number);
      return discOf(storage, number, numbers.length, places, sheet, masters);
    }),
  );
}

async function discOf(
  storage: Storage,
  number: number,
  discs: number,
  places: readonly AlbumPlace[],
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
  const layout = layOutDisc(disc.tracks);
  // Without all masters, lengths mean nothing.
  const isComplete = found.every(({ samples }) => samples !== null);
  const all = isComplete ? [...findings, ...checkDisc(disc, layout)] : findings;
  const made = hasErrors(all) ? null : make(disc, layout, found);
  return {
    number,
    label: release.label,
    disc,
    tracks: found,
    layout,
    findings: byLevel([...all, ...(made?.descriptors.findings ?? [])]),
    made,
  };
}

/** Changes with everything that a PQ sheet says of a disc. */
export const sheetVersion = ({ disc, label, layout }: ProjectDisc): string =>
  createHash('sha256')
    .update(JSON.stringify([disc, label, layout.tracks, layout.frames]))
    .digest('hex')
    .slice(0, 32);

function make(disc: Disc, layout: DiscLayout, tracks: readonly ProjectTrack[]): MadeDdp {
  const image = layout.pieces.map((piece): Piece => {
    const { sizeBytes } = piece;
    return piece.kind === 'silence'
      ? { kind: 'silence', sizeBytes }
      : { kind: 'samples', sizeBytes, samples: tracks[piece.track]!.samples! };
  });
  const imageHash = createHash('sha256');
  for (const piece of image) imageHash.update(JSON.stringify(piece));
  const imageKey = imageHash.digest('hex');
  const descriptors = writeDescriptors(disc, layout);
  const version = createHash('sha256').update(imageKey);
  for (const { name, bytes } of descriptors.files) version.update(name).update(bytes);
  return { descriptors, image, imageKey, version: version.digest('hex').slice(0, 32) };
}
