import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { storableJson } from '../../platform/text.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import type { Rule } from './conventions.schema.js';

/** SQL: the lessons `l` for a rule `c` since it was last deleted. */
export const OWN = `l.studio_id = c.studio_id AND l.word = c.word AND l.slot_type = c.slot_type
  AND l.taught_at > coalesce(c.dismissed_at, '-infinity')`;
/** SQL: the file of the lesson `l` is in a slot or was released from it. */
export const IS_PLACED = `EXISTS (SELECT FROM staging_files f WHERE f.id = l.staging_file_id AND f.status <> 'pending' AND f.deliverable IS NULL)`;

/**
 * Records what the words of a staged file's name mean now that it is in this slot, replacing its earlier lessons. The
 * caller holds the project's lock. Every placement counts for or against the rules of its words. A new rule is only
 * founded by a placement that differs from the engine's first suggestion or answers the file's question; a placement
 * that agrees with a rule confirms it.
 */
export async function teach(tx: Tx, stagingFileId: string, slotType: SlotType): Promise<void> {
  await tx.query('DELETE FROM slot_lessons WHERE staging_file_id = $1', [stagingFileId]);
  await tx.query(
    `WITH taught AS (
       INSERT INTO slot_lessons (staging_file_id, word, studio_id, spelling, slot_type, founds)
       SELECT f.id, w.word, p.studio_id, w.text, $2,
         f.guessed_slot IS DISTINCT FROM $2 OR f.question->>'word' IS NOT DISTINCT FROM w.word OR EXISTS (
           SELECT FROM conventions c JOIN slot_lessons l ON ${OWN}
           WHERE c.studio_id = p.studio_id AND c.word = w.word AND c.slot_type = $2 AND l.founds AND ${IS_PLACED})
       FROM staging_files f
       JOIN ${LIVE_PROJECTS} p ON p.id = f.project_id
       CROSS JOIN jsonb_to_recordset(f.words) AS w (word text, text text)
       WHERE f.id = $1
       RETURNING studio_id, word, slot_type, founds
     )
     INSERT INTO conventions (studio_id, word, slot_type)
     SELECT studio_id, word, slot_type FROM taught WHERE founds ORDER BY word
     ON CONFLICT DO NOTHING`,
    [stagingFileId, slotType],
  );
}

/** Keeps an engineer's answer. The caller has checked that there is none for the word yet. */
export async function keepAnswer(
  tx: Tx,
  studioId: string,
  { word, text, slotType }: Pick<Rule, 'word' | 'text' | 'slotType'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO conventions (studio_id, word, slot_type, spelling, answered_at)
     VALUES ($1, $2, $3, $4, clock_timestamp())
     ON CONFLICT (studio_id, word, slot_type) DO UPDATE
       SET spelling = excluded.spelling, answered_at = excluded.answered_at`,
    [studioId, word, slotType, text],
  );
  await requestSuggestions(tx, studioId, word);
}

/** Asks for new suggestions in every project with an unplaced file that has the word or a question about it. */
export async function requestSuggestions(tx: Tx, studioId: string, word: string): Promise<void> {
  const projects = await tx.query<{ id: string }>(
    `SELECT p.id FROM ${LIVE_PROJECTS} p
     WHERE p.studio_id = $1 AND EXISTS (
       SELECT FROM staging_files f WHERE f.project_id = p.id AND f.status IN ('incoming', 'pending')
         AND (f.words @> $2::jsonb OR f.question->>'word' = $3))
     ORDER BY p.id`,
    [studioId, storableJson([{ word }]), word],
  );
  for (const project of projects) await bumpStagingRevision(tx, project.id);
  tx.live({ topic: 'conventions', studioId });
}
