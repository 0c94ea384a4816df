import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import { objectSource } from '../../platform/storage/object-source.js';
import { isNotFound, Storage } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { STORED_MASTER, type StoredMaster } from '../audio/stored-samples.lib.js';
import { StudioShares } from '../audio/studio-shares.service.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { deliverableStaged, sidesOutdated } from '../staged-files/deliverables.events.js';
import { type AdmHeader, readAdm } from './adm.js';
import { BedMeter } from './bed-loudness.js';
import type { AtmosReading, Reading } from './readings.schema.js';
import { saveReading } from './readings.writes.js';
import { startsOn } from './side-starts.js';
import { samplesOf } from './sides.lib.js';
import { measureVinyl } from './vinyl-masters.js';

/** The tracks' masters with a fingerprint; a vinyl master is closest to a side. */
const PRINTS = `
  SELECT DISTINCT ON (tracks.id) tracks.id AS "trackId", audio.fingerprint AS print
  FROM tracks JOIN slots ON slots.track_id = tracks.id
    LEFT JOIN files ON files.id = slots.file_id LEFT JOIN staging_files staged ON staged.id = slots.staging_file_id
    JOIN audio ON audio.id = coalesce(staged.audio_id, files.audio_id)
  WHERE tracks.project_id = $1 AND audio.fingerprint IS NOT NULL
  ORDER BY tracks.id, array_position(ARRAY['vinyl_master', 'streaming_master', 'hires_master', 'cd_master'], slots.slot_type) NULLS LAST`;

const SIDES = `
  SELECT audio.id AS "audioId", audio.fingerprint AS print, reading.content AS known
  FROM (
    SELECT audio_id FROM staging_files
    WHERE project_id = $1 AND status = 'assigned' AND deliverable->>'kind' = 'vinyl_side'
    UNION SELECT audio_id FROM files
    WHERE project_id = $1 AND deleted_at IS NULL AND deliverable->>'kind' = 'vinyl_side'
  ) side JOIN audio ON audio.id = side.audio_id LEFT JOIN deliverable_readings reading ON reading.audio_id = audio.id
  WHERE audio.fingerprint IS NOT NULL`;

/** Analysed masters in vinyl slots that have not been measured for the lathe. */
const VINYL_MASTERS = `
  SELECT DISTINCT audio.id AS "audioId", ${STORED_MASTER},
    coalesce(staged.original_name, files.original_name) AS "fileName",
    (audio.facts->'loudness'->>'integratedLufs')::float8 AS "integratedLufs"
  FROM tracks JOIN slots ON slots.track_id = tracks.id AND slots.slot_type = 'vinyl_master'
    LEFT JOIN files ON files.id = slots.file_id LEFT JOIN staging_files staged ON staged.id = slots.staging_file_id
    JOIN audio ON audio.id IN (staged.audio_id, files.audio_id)
    LEFT JOIN deliverable_readings reading ON reading.audio_id = audio.id
  WHERE tracks.project_id = $1 AND audio.facts IS NOT NULL AND reading.content->>'kind' IS DISTINCT FROM 'vinyl_master'`;

interface StoredSide {
  audioId: string;
  print: number[];
  known: Reading | null;
}

/** Reads what the checks of deliverables need beyond the analysis. */
@Injectable()
export class DeliverablesWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly shares: StudioShares,
  ) {}

  @On(deliverableStaged, { queue: 'analysis', retries: 2 })
  async staged(
    { audioId, projectId, kind }: { audioId: string; projectId: string; kind: string },
    context: HandlerContext,
  ): Promise<void> {
    const audio = await this.database.manager.findOneBy(Audio, { id: audioId });
    if (!audio || kind !== 'atmos') return;
    await this.shares.run({ projectId }, async () => {
      const reading = await this.atmos(audio, context.signal).catch((error: unknown) => {
        // It was deleted in the meantime, or the analysis reports its loss.
        if (isNotFound(error)) return null;
        throw error;
      });
      if (reading) await this.keep(projectId, new Map([[audioId, reading]]), context);
    });
  }

  /** Looks for the tracks on the sides again after analyses and changes of tracks and slots. */
  @On(sidesOutdated, { queue: 'default' })
  async findTracks({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    const sides = await this.database.query<StoredSide>(SIDES, [projectId]);
    if (sides.length === 0) return;
    const tracks = await this.database.query<{ trackId: string; print: number[] }>(PRINTS, [projectId]);
    const readings = new Map<string, Reading>();
    for (const { audioId, print, known } of sides) {
      const reading: Reading = { kind: 'vinyl_side', starts: startsOn(print, tracks) };
      if (!isDeepStrictEqual(known, reading)) readings.set(audioId, reading);
      // A side takes about a tenth of a second. Other jobs run between.
      await setImmediate();
    }
    if (readings.size > 0) await this.keep(projectId, readings, context);
  }

  /** Measures the masters of which sides are made for the lathe, once each. */
  @On(sidesOutdated, { queue: 'analysis', retries: 2 })
  measureMasters({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    return this.shares.run({ projectId }, () => this.measure(projectId, context));
  }

  private async measure(projectId: string, context: HandlerContext): Promise<void> {
    const masters = await this.database.query<StoredMaster & { audioId: string; integratedLufs: number | null }>(
      VINYL_MASTERS,
      [projectId],
    );
    const readings = new Map<string, Reading>();
    for (const { audioId, integratedLufs, ...master } of masters) {
      const samples = await samplesOf(this.storage, master).catch((error: unknown) => {
        if (isNotFound(error)) return 'It was deleted.';
        throw error;
      });
      // A side is not made of it then, and says why.
      if (typeof samples === 'string') continue;
      const lathe = await measureVinyl(this.storage, samples, integratedLufs, context.signal);
      readings.set(audioId, { kind: 'vinyl_master', lathe });
    }
    if (readings.size > 0) await this.keep(projectId, readings, context);
  }

  private async keep(projectId: string, readings: Map<string, Reading>, context: HandlerContext): Promise<void> {
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!project) return;
    await context.commit(async (tx) => {
      for (const [audioId, reading] of readings) await saveReading(tx, audioId, reading);
      publishProjectChange(tx, project, 'files', 'staging');
    });
  }

  private async atmos({ objectKey, sizeBytes }: Audio, signal: AbortSignal): Promise<AtmosReading> {
    const found = await readAdm(objectSource(this.storage, objectKey, sizeBytes));
    const adm = typeof found === 'string' ? null : found;
    return {
      kind: 'atmos',
      isAdm: adm !== null,
      ...(typeof found === 'string' && { fault: found }),
      sampleRateHz: adm?.format.sampleRateHz ?? null,
      bits: adm?.format.validBits ?? null,
      channels: adm?.format.channels ?? null,
      durationS: adm && adm.frames / adm.format.sampleRateHz,
      ...(adm && { cut: adm.cut, unnamed: adm.unnamed, absent: adm.absent }),
      hasAxml: adm?.hasAxml ?? false,
      objects: adm?.objects ?? null,
      bed: adm?.bed.map(({ speaker }) => speaker) ?? [],
      loudness: adm && adm.bed.length > 0 ? await this.loudness(objectKey, adm, signal) : null,
    };
  }

  /** Reads the samples once, in chunks, and meters only the bed's channels. */
  private async loudness(key: string, { format, samples, bed }: AdmHeader, signal: AbortSignal) {
    const { channels, storedBits, sampleRateHz } = format;
    const form = { channels, bytes: storedBits / 8, float: format.encoding === 'float', sampleRateHz };
    const meter = new BedMeter(bed, form);
    if (samples.sizeBytes === 0) return meter.finish();
    const range = { start: samples.from, end: samples.from + samples.sizeBytes - 1 };
    const { body } = await this.storage.get(key, range);
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        signal.throwIfAborted();
        meter.push(chunk);
        freeBuffer(chunk);
      }
    } finally {
      body.destroy();
    }
    return meter.finish();
  }
}
