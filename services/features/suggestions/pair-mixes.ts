import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { SoundIndex } from '../../engine/batch/sound.js';
import { AUTO_ASSIGN_ABOVE, type SuggestFile, type SuggestTrack } from '../../engine/types.js';
import { selectRows } from '../../platform/database/rows.js';
import type { Tx } from '../../platform/database/tx.js';
import type { MixPairing } from '../files/mix-pairing.entity.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { Track } from '../tracks/track.entity.js';
import { pairMix } from './pair-mix.js';
import type { Batch, BatchSuggestions } from './suggest-batch.js';
import { mixesToPair } from './suggestions.events.js';

interface Mix extends Pick<SuggestFile, 'durationS' | 'tags'> {
  id: string;
  name: string;
  fingerprint: number[] | null;
  isChosen: boolean;
}

/** One sound for each track: its best known master, or else a mix that a person paired with it. */
const SOUNDS = `SELECT DISTINCT ON (sound.track_id) sound.track_id AS "trackId", audio.fingerprint
  FROM (
    SELECT file.track_id, file.audio_id, array_position($2::text[], file.slot_type) AS rank, file.created_at
    FROM files file WHERE file.project_id = $1 AND file.file_type <> 'upload' AND file.track_id IS NOT NULL
      AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
    UNION ALL
    SELECT slot.track_id, staged.audio_id, array_position($2::text[], slot.slot_type), staged.created_at
    FROM slots slot JOIN staging_files staged ON staged.id = slot.staging_file_id WHERE staged.project_id = $1
    UNION ALL
    SELECT pairing.track_id, mix.audio_id, 100, mix.created_at
    FROM mix_pairings pairing JOIN files mix ON mix.id = pairing.file_id
    WHERE mix.project_id = $1 AND mix.deleted_at IS NULL AND pairing.decided_by = 'person' AND pairing.track_id IS NOT NULL
  ) sound JOIN audio ON audio.id = sound.audio_id
  WHERE cardinality(audio.fingerprint) > 0
  ORDER BY sound.track_id, sound.rank NULLS LAST, sound.created_at DESC`;

/** Mixes of one track whose names are read; more than that are paired by their sound. */
const MAX_ROUNDS = 5;

/** Instrumentals come last, because they agree least with a mix. */
const BEST_SOUNDS = ['streaming_master', 'hires_master', 'cd_master', 'vinyl_master', 'clean_master'];

const MIXES = `SELECT file.id, file.original_name AS name, audio.fingerprint,
    (coalesce(audio.facts, audio.probe) ->> 'durationS')::float AS "durationS",
    coalesce(audio.facts, audio.probe) -> 'tags' AS tags, pairing.decided_by = 'person' AS "isChosen"
  FROM files file JOIN audio ON audio.id = file.audio_id LEFT JOIN mix_pairings pairing ON pairing.file_id = file.id
  WHERE file.project_id = $1 AND file.file_type = 'upload' AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
  ORDER BY file.created_at, file.id`;

/** Pairs the originals of a project with its tracks, except those that a person has paired. */
export async function pairMixes(
  manager: EntityManager,
  project: Project,
  engine: (batch: Batch) => Promise<BatchSuggestions>,
): Promise<MixPairing[]> {
  const mixes = (await selectRows<Mix>(manager, MIXES, [project.id])).filter(({ isChosen }) => !isChosen);
  const tracks = await manager.find(Track, { where: { projectId: project.id }, order: { trackNumber: 'ASC' } });
  if (mixes.length === 0 || tracks.length === 0) return [];
  const sounds = await selectRows<{ trackId: string; fingerprint: number[] }>(manager, SOUNDS, [
    project.id,
    BEST_SOUNDS,
  ]);
  const named = await tracksByName(project, tracks, mixes, engine);
  const index = new SoundIndex(sounds.map(({ fingerprint }) => fingerprint));
  const pairings: MixPairing[] = [];
  for (const { id, fingerprint } of mixes) {
    const matches = fingerprint?.length ? index.compare(fingerprint) : [];
    const heard = sounds.flatMap(({ trackId }, at) => {
      const match = matches[at];
      return match ? [{ trackId, agreement: match.agreement }] : [];
    });
    const pairing = pairMix(heard, named.get(id) ?? null);
    if (pairing) pairings.push({ fileId: id, ...pairing });
    // Comparing many sounds takes long, and other jobs of this process are waiting.
    await setImmediate();
  }
  return pairings;
}

/**
 * The tracks that the engine reads in the names and tags of the mixes, by the mixes' ids. The engine gives each track to one file, so it is
 * asked again about the others while it finds more.
 */
async function tracksByName(
  { title, clientName }: Project,
  tracks: Track[],
  mixes: Mix[],
  engine: (batch: Batch) => Promise<BatchSuggestions>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const files = mixes.filter(({ id }) => !found.has(id)).map(asNamed);
    if (files.length === 0) break;
    const project = { title, artist: clientName };
    const suggested = await engine({ project, tracks: tracks.map(asOpen), originals: [], files, rules: [] });
    const certain = [...suggested].flatMap(
      ([
        id,
        {
          suggestions: [best],
        },
      ]) => (best && best.confidence > AUTO_ASSIGN_ABOVE ? [[id, best.trackId] as const] : []),
    );
    if (certain.length === 0) break;
    for (const [id, trackId] of certain) found.set(id, trackId);
  }
  return found;
}

const asNamed = ({ id, name, durationS, tags }: Mix): SuggestFile => ({
  id,
  name,
  durationS: durationS ?? null,
  tags: tags ?? null,
  isOriginal: true,
});

const asOpen = ({ id, trackNumber, title, isrc }: Track): SuggestTrack => ({
  id,
  trackNumber,
  title,
  isrc,
  notes: null,
  durationS: null,
  slots: [{ slotType: 'streaming_master', isRequired: true, filled: false }],
});

/** Requests the pairing if the project has originals and tracks. */
export async function requestPairing(tx: Tx, projectId: string): Promise<void> {
  const [project] = await tx.query(
    `SELECT FROM ${LIVE_PROJECTS} project WHERE id = $1 AND EXISTS (SELECT FROM tracks WHERE project_id = $1)
       AND EXISTS (SELECT FROM files WHERE project_id = $1 AND file_type = 'upload' AND completed_at IS NOT NULL
                     AND deleted_at IS NULL)`,
    [projectId],
  );
  if (project) tx.emit(mixesToPair, { projectId });
}
