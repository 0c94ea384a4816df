import type { ProbeFacts } from '../../platform/audio/facts.js';
import type { Tx } from '../../platform/database/tx.js';
import { storableJson } from '../../platform/text.js';
import { bumpRevisionForAudio } from '../projects/staging-revision.writes.js';
import { checkArrivals } from '../staged-files/planned-placements.writes.js';
import { Audio } from './audio.entity.js';
import { audioAnalysed, audioProbed } from './audio.events.js';
import { IN_USE } from './audio.writes.js';

export type AnalysisResult = Partial<Audio> & { state: 'done' | 'failed' };

/** SQL: no other staged file of the project of `audio` is still waiting, apart from those in `among`. */
const isLast = (among: string, more: string): string => `NOT EXISTS (
  SELECT FROM staging_files own
    JOIN staging_files other ON other.project_id = own.project_id
    JOIN audio waiting ON waiting.id = other.audio_id
  WHERE own.audio_id = audio.id AND waiting.id <> ALL(${among}) AND waiting.state IN ('queued', 'running') ${more})`;

/** Stores probed headers. */
export async function saveHeaders(tx: Tx, headers: ReadonlyMap<string, ProbeFacts>): Promise<void> {
  const ids = [...headers.keys()];
  await bumpRevisionForAudio(tx, ids);
  const noted = await tx.query<{ id: string; isLast: boolean }>(
    `UPDATE audio SET probe = header.probe FROM unnest($1::uuid[], $2::jsonb[]) AS header (id, probe)
     WHERE audio.id = header.id RETURNING audio.id, ${isLast('$1', 'AND waiting.probe IS NULL')} AS "isLast"`,
    [ids, [...headers.values()].map((probe) => storableJson(probe))],
  );
  const planned = await checkArrivals(tx, headers);
  const last = noted.find((sound) => sound.isLast)?.id;
  for (const audioId of new Set([...planned, ...(last ? [last] : [])])) {
    tx.emit(audioProbed, { audioId, isLast: audioId === last });
  }
}

/**
 * Stores the result of an analysis, or its final failure. Returns false and writes nothing when the audio is no longer
 * used.
 */
export async function saveAnalysis(tx: Tx, audioId: string, values: AnalysisResult): Promise<boolean> {
  await bumpRevisionForAudio(tx, [audioId]);
  const isOpen = values.state === 'done' ? 'true' : `state IN ('queued', 'running')`;
  const { raw } = await tx.manager
    .createQueryBuilder()
    .update(Audio)
    .set({ ...values, analysedAt: new Date() })
    .where(`id = :audioId AND ${isOpen} AND ${IN_USE}`, { audioId })
    .returning(`probe IS NOT NULL AS "wasProbed", ${isLast('ARRAY[audio.id]', '')} AS "isLast"`)
    .execute();
  const [ended] = raw as { wasProbed: boolean; isLast: boolean }[];
  if (!ended) return false;
  const planned = ended.wasProbed ? [] : await checkArrivals(tx, new Map([[audioId, values.facts ?? null]]));
  if (ended.isLast || planned.length > 0) tx.emit(audioAnalysed, { audioId, isLast: ended.isLast });
  return true;
}
