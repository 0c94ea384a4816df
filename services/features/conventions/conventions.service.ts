import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { z } from 'zod';
import { trustOf } from '../../engine/batch/studio-rules.js';
import { Database } from '../../platform/database/database.js';
import { selectRows } from '../../platform/database/rows.js';
import { notFound } from '../../platform/errors.js';
import type { Engineer } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { Convention } from './convention.entity.js';
import type { ConventionView, Rule } from './conventions.schema.js';
import { IS_PLACED, OWN, requestSuggestions } from './conventions.writes.js';

interface CountedRule extends Rule {
  id: string;
  examples: string[];
  lastUsed: Date;
  /** `lastUsed` in microseconds since 1970, the precision the database sorts by. */
  lastMicros: string;
}

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
    FROM slot_lessons l JOIN staging_files f ON f.id = l.staging_file_id AND f.status <> 'pending' AND f.deliverable IS NULL
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

/** The rules that answers have made for these words and formats. */
export async function answersTo(manager: EntityManager, studioId: string, words: string[]): Promise<Convention[]> {
  if (words.length === 0) return [];
  return manager.findBy(Convention, { studioId, word: In(words), answeredAt: Not(IsNull()) });
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
