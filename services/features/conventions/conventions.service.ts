import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { z } from 'zod';
import { trustOf } from '../../engine/batch/studio-rules.js';
import { Database } from '../../platform/database/database.js';
import { selectRows } from '../../platform/database/rows.js';
import type { Tx } from '../../platform/database/tx.js';
import type { SlotType } from '../../platform/domain-words.js';
import { notFound } from '../../platform/errors.js';
import type { Engineer } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { Convention } from './convention.entity.js';
import type { ConventionView } from './conventions.schema.js';

/** A rule for the engine: the normalised word and its latest spelling. */
export interface Rule {
  word: string;
  text: string;
  slotType: SlotType;
  for: number;
  against: number;
  /** an engineer said so in answer to a question */
  answered: boolean;
}

interface CountedRule extends Rule {
  id: string;
  examples: string[];
  lastUsed: Date;
  /** `lastUsed` in microseconds since 1970, the precision the database sorts by. */
  lastMicros: string;
}

/** SQL: the lessons `l` for a rule `c` since it was last deleted. */
const OWN = `l.studio_id = c.studio_id AND l.word = c.word AND l.slot_type = c.slot_type
  AND l.taught_at > coalesce(c.dismissed_at, '-infinity')`;
const IS_PLACED = `EXISTS (SELECT FROM staging_files f WHERE f.id = l.staging_file_id AND f.status <> 'pending')`;

/** SQL: the time of the rule's last lesson or answer. */
const LAST = 'greatest(own.last, c.answered_at)';

/** SQL: the rules of studio $1 with their lessons for and against. */
const RULES = `
  SELECT c.id, c.word, c.slot_type AS "slotType", own.count AS "for", other.count AS against,
    c.answered_at IS NOT NULL AS answered, coalesce(own.spellings[1], c.spelling) AS text,
    coalesce(own.names[1:3], '{}') AS examples, ${LAST} AS "lastUsed",
    (extract(epoch FROM ${LAST}) * 1000000)::bigint::text AS "lastMicros"
  FROM conventions c
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, bool_or(founds) AS founded, max(taught_at) AS last,
      array_agg(spelling ORDER BY taught_at DESC, f.id DESC) AS spellings,
      array_agg(original_name ORDER BY taught_at DESC, f.id DESC) AS names
    FROM slot_lessons l JOIN staging_files f ON f.id = l.staging_file_id AND f.status <> 'pending'
    WHERE ${OWN}
  ) own
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM slot_lessons l
    WHERE l.studio_id = c.studio_id AND l.word = c.word AND l.slot_type <> c.slot_type AND ${IS_PLACED}
  ) other
  WHERE c.studio_id = $1 AND (own.founded OR c.answered_at IS NOT NULL)`;

/** Only this many rules, the latest, are read for a suggestion. */
const MAX_RULES = 2000;

/** The studio's rules for the engine. */
export const rulesOf = (manager: EntityManager, studioId: string): Promise<Rule[]> =>
  selectRows<Rule>(manager, `${RULES} ORDER BY ${LAST} DESC, c.id DESC LIMIT ${MAX_RULES}`, [studioId]);

/**
 * Records what the words of a staged file's name mean now that it is in this slot, replacing its earlier lessons. The
 * caller holds the project's lock. Every placement counts for or against the rules of its words. A new rule is only
 * founded by a placement that differs from the engine's first suggestion; a placement that agrees with a rule confirms
 * it.
 */
export async function teach(tx: Tx, stagingFileId: string, slotType: SlotType): Promise<void> {
  await tx.query('DELETE FROM slot_lessons WHERE staging_file_id = $1', [stagingFileId]);
  await tx.query(
    `WITH taught AS (
       INSERT INTO slot_lessons (staging_file_id, word, studio_id, spelling, slot_type, founds)
       SELECT f.id, w.word, p.studio_id, w.text, $2,
         f.guessed_slot IS DISTINCT FROM $2 OR EXISTS (
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

/** The rules that answers have made for these words and formats. */
export async function answersTo(manager: EntityManager, studioId: string, words: string[]): Promise<Convention[]> {
  if (words.length === 0) return [];
  return manager.findBy(Convention, { studioId, word: In(words), answeredAt: Not(IsNull()) });
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

const cursorSchema = z.tuple([z.string().regex(/^\d{1,16}$/), id]);

@Injectable()
export class ConventionsService {
  constructor(private readonly database: Database) {}

  /** The rules of the engineer's studio, last used first. */
  async list(
    { studioId }: Engineer,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ConventionView>> {
    const [micros, after] = cursor ? decodeCursor(cursor, cursorSchema) : [null, null];
    const rows = await this.database.query<CountedRule>(
      `${RULES} AND ($2::bigint IS NULL
         OR (${LAST}, c.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid))
       ORDER BY ${LAST} DESC, c.id DESC LIMIT $4`,
      [studioId, micros, after, limit + 1],
    );
    return cutPage(rows, limit, conventionView, (row) => [row.lastMicros, row.id]);
  }

  /**
   * Deletes a rule: its lessons no longer count. Projects with a pending file whose name contains the word get new
   * suggestions.
   * @throws AppError 404 for a rule of another studio or a deleted one.
   */
  dismiss({ studioId }: Engineer, conventionId: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT FROM conventions WHERE id = $1 AND studio_id = $2 FOR UPDATE', [conventionId, studioId]);
      const [rule] = await tx.query<CountedRule>(`${RULES} AND c.id = $2`, [studioId, conventionId]);
      if (!rule) throw notFound('Convention');
      await tx.manager.update(
        Convention,
        { id: conventionId },
        { dismissedAt: () => 'clock_timestamp()', answeredAt: null },
      );
      await requestSuggestions(tx, studioId, rule.word);
    });
  }
}

/** Asks for new suggestions in every project with an unplaced file that has the word or a question about it. */
async function requestSuggestions(tx: Tx, studioId: string, word: string): Promise<void> {
  const concerned = `f.project_id = p.id AND (f.words @> $2::jsonb OR f.question->>'word' = $3)`;
  const projects = await tx.query<{ id: string }>(
    `SELECT p.id FROM ${LIVE_PROJECTS} p
     WHERE p.studio_id = $1 AND (
       EXISTS (SELECT FROM staging_files f WHERE f.status = 'pending' AND ${concerned})
       OR EXISTS (SELECT FROM upload_intents f WHERE ${concerned}))
     ORDER BY p.id`,
    [studioId, JSON.stringify([{ word }]), word],
  );
  for (const project of projects) await bumpStagingRevision(tx, project.id);
  tx.live({ topic: 'conventions', studioId });
}

function conventionView({
  id,
  text,
  slotType,
  for: agreeing,
  against,
  examples,
  lastUsed,
  answered,
}: CountedRule): ConventionView {
  const trust = Number(trustOf({ for: agreeing, against, answered }).toFixed(2));
  return { id, token: text, slotType, for: agreeing, against, answered, trust, examples, lastUsed: isoTime(lastUsed) };
}
