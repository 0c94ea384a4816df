import type { EntityManager } from 'typeorm';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import { selectRows } from '../../platform/database/rows.js';
import { domainWords } from '../../platform/domain-words.js';
import { albumOf, type AlbumOrder } from '../album/album.lib.js';
import { checkedDdps } from '../ddp/checked-ddps.lib.js';
import type { StagingFile } from '../staged-files/staging-file.entity.js';
import { atmosFindings, type Finding, latheFindings, lengthFindings, orderFindings } from './findings.js';
import type { AtmosReading, Reading, SideReading } from './readings.schema.js';

const FRAMES = 75;

interface DeliverableRow {
  fileId: string;
  isStaged: boolean;
  fileName: string;
  deliverable: NonNullable<StagingFile['deliverable']>;
  analysis: AnalysisFacts | null;
  reading: Reading | null;
}

/** A track that was found on an uploaded side; `endS` is null if its length is not known. */
export interface SideTrackFound {
  trackId: string;
  title: string;
  startS: number;
  endS: number | null;
}

/** An uploaded side of a record or Dolby Atmos master with all that was found about it. */
export interface CheckedDeliverable extends Omit<DeliverableRow, 'reading' | 'analysis'> {
  durationS: number | null;
  /** Such as `24/48 · 12 channels: 10 of the bed, 2 objects`; null for a side. */
  facts: string | null;
  /** Empty for Dolby Atmos. */
  tracks: SideTrackFound[];
  findings: Finding[];
}

/** Staged files, and released ones that no newer version has replaced. */
const DELIVERED = `
  SELECT delivered.*, audio.facts AS analysis, reading.content AS reading
  FROM (
    SELECT id AS "fileId", true AS "isStaged", original_name AS "fileName", deliverable, audio_id, created_at
    FROM staging_files WHERE project_id = $1 AND hidden_at IS NULL AND status <> 'released'
    UNION ALL
    SELECT id, false, original_name, deliverable || jsonb_build_object('trackId', track_id), audio_id, created_at
    FROM files WHERE project_id = $1 AND deleted_at IS NULL AND completed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM files newer WHERE newer.project_id = $1 AND newer.parent_file_id = files.id
        AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
  ) delivered
    JOIN audio ON audio.id = delivered.audio_id LEFT JOIN deliverable_readings reading ON reading.audio_id = audio.id
  WHERE delivered.deliverable->>'kind' IN ('atmos', 'vinyl_side')
  ORDER BY delivered.deliverable->>'side', delivered.created_at, "fileId"`;

/** The facts of a track's masters: for a side its vinyl master, for Dolby Atmos its streaming master. */
const MASTERS = `
  SELECT slots.track_id AS "trackId", slots.slot_type AS "slotType", audio.facts
  FROM tracks JOIN slots ON slots.track_id = tracks.id
    LEFT JOIN files ON files.id = slots.file_id LEFT JOIN staging_files staged ON staged.id = slots.staging_file_id
    JOIN audio ON audio.id = coalesce(staged.audio_id, files.audio_id)
  WHERE tracks.project_id = $1 AND audio.facts IS NOT NULL AND slots.slot_type IN ('streaming_master', 'vinyl_master')`;

/** Renderings on their way and released ones, the newest first. */
const BINAURAL = `
  SELECT * FROM (
    SELECT deliverable->>'trackId' AS "trackId", original_name AS name, facts, staged.created_at
    FROM staging_files staged JOIN audio ON audio.id = audio_id
    WHERE project_id = $1 AND deliverable->>'kind' = 'binaural' AND staged.status <> 'released'
    UNION ALL
    SELECT track_id::text, original_name, facts, files.created_at
    FROM files JOIN audio ON audio.id = audio_id
    WHERE project_id = $1 AND deliverable->>'kind' = 'binaural' AND deleted_at IS NULL
  ) renderings WHERE facts IS NOT NULL ORDER BY created_at DESC`;

/** The masters and the album with which deliverables are compared. */
interface Masters {
  masters: { trackId: string; slotType: string; facts: AnalysisFacts }[];
  binaural: { trackId: string | null; name: string; facts: AnalysisFacts }[];
  album: AlbumOrder;
}

/** The checks of the uploaded sides and Dolby Atmos masters that have been read. */
export async function checkedDeliverables(manager: EntityManager, projectId: string): Promise<CheckedDeliverable[]> {
  const delivered = await selectRows<DeliverableRow>(manager, DELIVERED, [projectId]);
  if (delivered.length === 0) return [];
  const beside: Masters = {
    masters: await selectRows(manager, MASTERS, [projectId]),
    binaural: await selectRows(manager, BINAURAL, [projectId]),
    album: await albumOf(manager, projectId),
  };
  return delivered.flatMap(({ analysis, reading, ...file }) => {
    const found =
      file.deliverable.kind === 'atmos' ? ofAtmos(file, reading, beside) : ofSide(file, analysis, reading, beside);
    return found ? [{ ...file, ...found }] : [];
  });
}

/** Errors in the deliverables of a project by file: those of sides, Dolby Atmos masters and DDPs. */
export async function deliverableErrors(
  manager: EntityManager,
  projectId: string,
): Promise<Map<string, { fileName: string; errors: string[] }>> {
  const all = [...(await checkedDeliverables(manager, projectId)), ...(await checkedDdps(manager, projectId))];
  return new Map(
    all.map(({ fileId, fileName, findings }) => [
      fileId,
      { fileName, errors: findings.flatMap(({ severity, text }) => (severity === 'error' ? [text] : [])) },
    ]),
  );
}

/** Reasons why staged files are not ready, by file: errors that checks have found in them, or checks that are not done. */
export async function faultsOf(
  manager: EntityManager,
  projectId: string,
  files: readonly Pick<StagingFile, 'id' | 'deliverable'>[],
): Promise<Map<string, string[]>> {
  const checked = files.filter(
    ({ deliverable }) => deliverable && domainWords.deliverableKinds[deliverable.kind].isChecked,
  );
  if (checked.length === 0) return new Map();
  const found = await deliverableErrors(manager, projectId);
  return new Map(checked.map(({ id }) => [id, found.get(id)?.errors ?? ['It has not been checked yet.']]));
}

type CheckResult = Pick<CheckedDeliverable, 'durationS' | 'facts' | 'tracks' | 'findings'>;
type DeliveredFile = Pick<DeliverableRow, 'deliverable'>;

function ofAtmos(
  { deliverable: { trackId } }: DeliveredFile,
  reading: Reading | null,
  { masters, binaural }: Masters,
): CheckResult | null {
  if (reading?.kind !== 'atmos') return null;
  const stereo = masters.find((master) => master.trackId === trackId && master.slotType === 'streaming_master')?.facts;
  const rendering = trackId === null ? undefined : binaural.find((each) => each.trackId === trackId);
  const findings = atmosFindings(reading, {
    stereo: stereo ?? null,
    binaural: rendering
      ? {
          of: `the binaural rendering ${rendering.name}`,
          lkfs: rendering.facts.loudness.integratedLufs,
          dbtp: rendering.facts.truePeakDbtp,
        }
      : null,
  });
  return { durationS: reading.durationS, facts: atmosFacts(reading), tracks: [], findings };
}

function atmosFacts({ isAdm, bits, sampleRateHz, bed, objects, channels }: AtmosReading): string | null {
  if (!isAdm || sampleRateHz === null) return null;
  const parts = [bed.length > 0 && `${bed.length} of the bed`, `${objects} ${objects === 1 ? 'object' : 'objects'}`];
  return `${bits}/${sampleRateHz / 1000} · ${channels} channels: ${parts.filter(Boolean).join(', ')}`;
}

function ofSide(
  { deliverable: { side } }: DeliveredFile,
  analysis: AnalysisFacts | null,
  reading: Reading | null,
  { masters, album }: Masters,
): CheckResult | null {
  if (!analysis) return null;
  const { durationS, lathe, loudness } = analysis;
  const known = reading?.kind === 'vinyl_side' ? reading : null;
  // A vinyl master is closest to the side.
  const lengths = new Map(
    masters
      .toSorted((one, other) => Number(one.slotType === 'vinyl_master') - Number(other.slotType === 'vinyl_master'))
      .map(({ trackId, facts }) => [trackId, facts.durationS]),
  );
  const planned = album.tracks.map((track) => ({
    ...track,
    gapS: (track.ownGapFrames ?? album.defaultGapFrames) / FRAMES,
    durationS: lengths.get(track.trackId) ?? null,
  }));
  return {
    durationS,
    facts: null,
    tracks: known ? tracksOn(known, planned, durationS) : [],
    findings: [
      ...lengthFindings(durationS, album.vinylFormat),
      ...(known ? orderFindings(side, known.starts, planned) : []),
      ...latheFindings(lathe, loudness.integratedLufs),
    ],
  };
}

function tracksOn(
  { starts }: SideReading,
  planned: readonly { trackId: string; title: string; durationS: number | null }[],
  sideS: number,
): SideTrackFound[] {
  return starts.flatMap(({ trackId, startS }, index) => {
    const track = planned.find((each) => each.trackId === trackId);
    if (!track) return [];
    const last = starts[index + 1]?.startS ?? sideS;
    const endS = track.durationS === null ? null : Math.min(startS + track.durationS, last);
    return [{ trackId, title: track.title, startS, endS }];
  });
}
