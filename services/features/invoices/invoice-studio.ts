import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Currency } from '../../platform/domain-words.js';

interface StudioDay {
  currency: Currency;
  timeZone: string;
  /** YYYY-MM-DD in the studio's time zone. */
  today: string;
}

export async function studioDay(source: Pick<Tx, 'query'>, studioId: string): Promise<StudioDay> {
  const [day] = await source.query<StudioDay>(
    `SELECT currency, time_zone AS "timeZone", ($2::timestamptz AT TIME ZONE time_zone)::date::text AS today
     FROM studios WHERE id = $1`,
    [studioId, clock.now()],
  );
  return day!;
}
