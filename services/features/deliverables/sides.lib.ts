import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { VinylFormat } from '../../album-times/limits.js';
import type { SampleFormat } from '../../audio-headers/sample-format.js';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import { selectRows } from '../../platform/database/rows.js';
import type { Storage } from '../../platform/storage/storage.js';
import { albumOf, type AlbumPlace } from '../album/album.lib.js';
import { samplesIn, STORED_MASTER, type StoredMaster } from '../audio/stored-samples.lib.js';
import type { Piece } from '../ddp/pieces.lib.js';
import { frameBytes, WAV_HEADER_BYTES, wavHeader } from '../ddp/wav-header.lib.js';
import { latheFindings, lengthFindings } from './findings.js';
import type { VinylReading } from './readings.schema.js';

/** CD frames a second, in which the album's gaps are counted. */
const FRAMES = 75;
/** The 32-bit sizes of a WAV. */
const MAX_WAV_BYTES = 0xffffffff - WAV_HEADER_BYTES;

/** The vinyl master of a track that was released last. */
interface VinylMaster extends StoredMaster {
  trackId: string;
  fileId: string;
  facts: AnalysisFacts | null;
  /** Whether the client has approved these bytes. */
  isApproved: boolean;
  /** Null until it has been measured. */
  lathe: VinylReading['lathe'] | null;
}

const VINYL_MASTERS = `
  SELECT slots.track_id AS "trackId", files.id AS "fileId", files.original_name AS "fileName",
    audio.facts, ${STORED_MASTER},
    coalesce(approvals.verdict = 'approved' AND approvals.sha256 = audio.sha256, false) AS "isApproved",
    reading.content->'lathe' AS lathe
  FROM tracks
    JOIN slots ON slots.track_id = tracks.id AND slots.slot_type = 'vinyl_master'
    JOIN files ON files.id = slots.file_id AND files.deleted_at IS NULL
    JOIN audio ON audio.id = files.audio_id
    LEFT JOIN approvals ON approvals.file_id = files.id
    LEFT JOIN deliverable_readings reading ON reading.audio_id = audio.id
  WHERE tracks.project_id = $1`;

export interface FoundSamples {
  objectKey: string;
  objectBytes: number;
  from: number;
  sizeBytes: number;
  isSwapped: boolean;
  format: SampleFormat;
}

export interface SideTrack {
  place: AlbumPlace;
  master: VinylMaster | null;
  samples: FoundSamples | null;
  /** Where it begins on the side, in seconds. */
  startS: number;
  durationS: number;
}

/** A side of a record as Lacquer would make it. */
export interface AlbumSide {
  name: string;
  format: VinylFormat;
  tracks: SideTrack[];
  durationS: number;
  /** Why it cannot be made; empty if it can. */
  refusals: string[];
  /** Facts that concern the lathe. */
  notes: string[];
  /** Null while it cannot be made. */
  made: { pieces: Piece[]; version: string; fileName: string } | null;
}

/** The sides of a project's record, by the album's order and gaps. */
export async function sidesOf(
  manager: EntityManager,
  storage: Storage,
  projectId: string,
  catalogueNumber: string,
): Promise<AlbumSide[]> {
  const album = await albumOf(manager, projectId);
  const masters = await selectRows<VinylMaster>(manager, VINYL_MASTERS, [projectId]);
  const byTrack = new Map(masters.map((master) => [master.trackId, master]));
  const sides = Map.groupBy(
    album.tracks.filter(({ side }) => side !== null),
    ({ side }) => side!,
  );
  const made: AlbumSide[] = [];
  for (const [name, places] of [...sides].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const tracks: SideTrack[] = [];
    let at = 0;
    const refusals: string[] = [];
    for (const [index, place] of places.entries()) {
      const master = byTrack.get(place.trackId) ?? null;
      const found = master ? await samplesOf(storage, master) : `${place.title} has no released vinyl master.`;
      const samples = typeof found === 'string' ? null : found;
      if (typeof found === 'string') refusals.push(found);
      else if (!master!.isApproved) refusals.push(`The client has not approved ${master!.fileName} yet.`);
      const startS = at + (index === 0 ? 0 : gapOf(place, album.defaultGapFrames) / FRAMES);
      const durationS = samples ? secondsOf(samples) : (master?.facts?.durationS ?? 0);
      tracks.push({ place, master, samples, startS, durationS });
      at = startS + durationS;
    }
    refusals.push(...formatRefusals(tracks));
    const side = {
      name,
      format: album.vinylFormat,
      tracks,
      durationS: at,
      notes: notesOf(tracks, at, album.vinylFormat),
    };
    const ready = refusals.length === 0 ? assemble(side, album.defaultGapFrames, catalogueNumber) : null;
    if (refusals.length === 0 && !ready) refusals.push('The side is larger than a WAV file can be.');
    made.push({ ...side, refusals, made: ready });
  }
  return made;
}

const gapOf = ({ ownGapFrames }: AlbumPlace, usual: number): number => ownGapFrames ?? usual;

const secondsOf = ({ sizeBytes, format }: FoundSamples): number =>
  sizeBytes / frameBytes(format) / (format.sampleRateHz ?? 1);

/** The samples of a master, or the reason why a side cannot be made of it. */
export async function samplesOf(storage: Storage, master: StoredMaster): Promise<FoundSamples | string> {
  const { fileName, objectKey, sizeBytes: objectBytes, container } = master;
  const found = await samplesIn(storage, master);
  if (typeof found === 'string') return found;
  if (!found?.format.sampleRateHz || !found.format.littleEndian) {
    return `${fileName} is ${container?.toUpperCase()}. A side is made of the samples of WAV files.`;
  }
  const { format, from, sizeBytes } = found;
  if (format.storedBits < 16) return `${fileName} has ${format.storedBits} bit. A side needs at least 16.`;
  if (format.channels !== 2) return `${fileName} is not stereo.`;
  const bytes = sizeBytes - (sizeBytes % frameBytes(format));
  return { objectKey, objectBytes, from, sizeBytes: bytes, isSwapped: false, format };
}

const wordsOf = ({ sampleRateHz, storedBits, encoding }: SampleFormat): string =>
  `${storedBits}-bit${encoding === 'float' ? ' float' : ''}/${(sampleRateHz ?? 0) / 1000} kHz`;

/** Nothing is converted, so all masters of a side have one format. */
function formatRefusals(tracks: readonly SideTrack[]): string[] {
  const found = tracks.flatMap(({ samples, master }) => (samples ? [{ samples, name: master!.fileName }] : []));
  const [first] = found;
  if (!first) return [];
  const usual = wordsOf(first.samples.format);
  return found
    .filter(({ samples }) => wordsOf(samples.format) !== usual)
    .map(
      ({ samples, name }) => `${name} is ${wordsOf(samples.format)} and ${first.name} ${usual}; a side has one format.`,
    );
}

function assemble(
  { name, tracks }: Pick<AlbumSide, 'name' | 'tracks'>,
  defaultGapFrames: number,
  catalogueNumber: string,
): AlbumSide['made'] {
  const { format } = tracks[0]!.samples!;
  const rate = format.sampleRateHz!;
  const pieces: Piece[] = [];
  for (const [index, { place, samples }] of tracks.entries()) {
    // 75 frames a second divide every rate of masters evenly.
    const silence = index === 0 ? 0 : Math.round((gapOf(place, defaultGapFrames) * rate) / FRAMES);
    if (silence > 0) pieces.push({ kind: 'silence', sizeBytes: silence * frameBytes(format) });
    pieces.push({ kind: 'samples', samples: samples!, sizeBytes: samples!.sizeBytes });
  }
  const dataBytes = pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (dataBytes > MAX_WAV_BYTES) return null;
  const header = wavHeader({ ...format, sampleRateHz: rate }, dataBytes);
  const all: Piece[] = [{ kind: 'bytes', bytes: header, sizeBytes: header.length }, ...pieces];
  const hash = createHash('sha256').update(header);
  for (const piece of pieces) {
    hash.update(piece.kind === 'samples' ? JSON.stringify(piece.samples) : `silence ${piece.sizeBytes}`);
  }
  const prefix = catalogueNumber.replaceAll(/[^\p{L}\p{N}-]/gu, '') || 'SIDE';
  return {
    pieces: dataBytes % 2 === 0 ? all : [...all, { kind: 'silence', sizeBytes: 1 }],
    version: hash.digest('hex').slice(0, 32),
    fileName: `${prefix}_${name}_${rate}Hz_${format.storedBits}bit.wav`,
  };
}

/** Findings of the masters' analyses that concern the cutting engineer. */
function notesOf(tracks: readonly SideTrack[], seconds: number, format: VinylFormat): string[] {
  const notes = lengthFindings(seconds, format).map(({ text }) => text);
  for (const { place, master, samples, startS } of tracks) {
    if (master?.lathe) {
      const found = latheFindings(master.lathe, master.facts?.loudness.integratedLufs ?? null, 'track', startS);
      notes.push(...found.map(({ text }) => `${place.title}: ${text[0]!.toLowerCase()}${text.slice(1)}`));
    } else if (samples) notes.push(`${place.title}: sibilance and bass have not been measured yet.`);
    for (const { code } of master?.facts?.warnings ?? []) {
      if (code === 'polarity_inverted')
        notes.push(`${place.title}: the channels are of opposite polarity, which a lathe cannot cut.`);
      if (code === 'dc_offset') notes.push(`${place.title}: has a DC offset.`);
      if (code === 'clipped') notes.push(`${place.title}: is clipped, which distorts more on a record.`);
    }
  }
  const loud = tracks.map(({ master, place }) => ({ lufs: master?.facts?.loudness.integratedLufs ?? null, place }));
  const last = loud.at(-1);
  const loudest = loud.filter(({ lufs }) => lufs !== null).sort((one, other) => other.lufs! - one.lufs!)[0];
  if (tracks.length > 1 && last?.lufs !== null && loudest && loudest === last) {
    notes.push(`${last.place.title} is the loudest and last: inner grooves distort most.`);
  }
  return notes;
}
