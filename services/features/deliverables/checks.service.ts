import { Injectable } from '@nestjs/common';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../platform/http/actor.js';
import { albumOf, type AlbumOrder } from '../album/album.lib.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import type { StagingFile } from '../staged-files/staging-file.entity.js';
import type { DeliverableCheckView } from './checks.schema.js';
import { atmosFindings, latheFindings, lengthFindings, orderFindings } from './findings.js';
import type { AtmosReading, Reading, SideReading } from './readings.schema.js';

const FRAMES = 75;

interface StagedDeliverable {
  stagingFileId: string;
  originalName: string;
  deliverable: NonNullable<StagingFile['deliverable']>;
  facts: AnalysisFacts | null;
  reading: Reading | null;
}

const STAGED = `
  SELECT staged.id AS "stagingFileId", staged.original_name AS "originalName", staged.deliverable, audio.facts,
    reading.content AS reading
  FROM staging_files staged JOIN audio ON audio.id = staged.audio_id
    LEFT JOIN deliverable_readings reading ON reading.audio_id = audio.id
  WHERE staged.project_id = $1 AND staged.hidden_at IS NULL AND staged.deliverable IS NOT NULL
  ORDER BY staged.created_at, staged.id`;

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

interface Masters {
  masters: { trackId: string; slotType: string; facts: AnalysisFacts }[];
  binaural: { trackId: string | null; name: string; facts: AnalysisFacts }[];
  album: AlbumOrder;
}

/** Checks of the staged deliverables. They are computed with every reply and block nothing. */
@Injectable()
export class DeliverableChecks {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  async list(actor: Actor, projectId: string): Promise<DeliverableCheckView[]> {
    await this.access.forEngineer(actor, projectId);
    const staged = await this.database.query<StagedDeliverable>(STAGED, [projectId]);
    const checked = staged.filter(({ deliverable: { kind } }) => kind === 'atmos' || kind === 'vinyl_side');
    if (checked.length === 0) return [];
    const beside: Masters = {
      masters: await this.database.query(MASTERS, [projectId]),
      binaural: await this.database.query(BINAURAL, [projectId]),
      album: await albumOf(this.database.manager, projectId),
    };
    return checked.flatMap((file) => check(file, beside) ?? []);
  }
}

function check(file: StagedDeliverable, beside: Masters): DeliverableCheckView | null {
  const { stagingFileId, deliverable, reading, facts } = file;
  if (deliverable.kind === 'atmos') {
    if (reading?.kind !== 'atmos') return null;
    return { stagingFileId, facts: atmosFacts(reading), findings: ofAtmos(reading, deliverable.trackId, beside) };
  }
  if (!facts) return null;
  return {
    stagingFileId,
    facts: null,
    findings: [
      ...lengthFindings(facts.durationS, beside.album.vinylFormat),
      ...(reading?.kind === 'vinyl_side' ? ofSide(reading, deliverable.side, beside) : []),
      ...latheFindings(facts.lathe),
    ],
  };
}

function atmosFacts({ isAdm, bits, sampleRateHz, bed, objects, channels }: AtmosReading): string | null {
  if (!isAdm || sampleRateHz === null) return null;
  const parts = [`${bed.length} bed channels`, `${objects} ${objects === 1 ? 'object' : 'objects'}`];
  return `${bits}/${sampleRateHz / 1000} · ${channels} channels: ${parts.join(', ')}`;
}

function ofAtmos(reading: AtmosReading, trackId: string | null, { masters, binaural }: Masters) {
  const stereo = masters.find((master) => master.trackId === trackId && master.slotType === 'streaming_master')?.facts;
  const rendering = trackId === null ? undefined : binaural.find((each) => each.trackId === trackId);
  return atmosFindings(reading, {
    stereo: stereo ?? null,
    binaural: rendering
      ? {
          of: `the binaural rendering ${rendering.name}`,
          lkfs: rendering.facts.loudness.integratedLufs,
          dbtp: rendering.facts.truePeakDbtp,
        }
      : null,
  });
}

function ofSide({ starts }: SideReading, side: string | null, { masters, album }: Masters) {
  const lengths = new Map(
    masters
      .toSorted((one, other) => Number(one.slotType === 'vinyl_master') - Number(other.slotType === 'vinyl_master'))
      .map(({ trackId, facts }) => [trackId, facts.durationS]),
  );
  const tracks = album.tracks.map((track) => ({
    ...track,
    gapS: (track.ownGapFrames ?? album.defaultGapFrames) / FRAMES,
    durationS: lengths.get(track.trackId) ?? null,
  }));
  return orderFindings(side, starts, tracks);
}
