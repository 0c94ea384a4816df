import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import type { AnalyticsView, CountEvent } from './analytics.schema.js';

const PAGES = new Set(['/', '/about', '/privacy', '/cookies', '/get-started']);
const OTHER = 'other';
/** Maximum number of rows per day. Further events are counted without their label. */
const ROWS_PER_DAY = 500;

/** Counts events on the public pages per day, without any data that could identify visitors. */
@Injectable()
export class AnalyticsService {
  constructor(private readonly database: Database) {}

  async count({ name, path, source, label = '' }: CountEvent): Promise<void> {
    await this.database.query(
      `INSERT INTO site_events AS e (day, name, path, source, label, count)
       SELECT d.day, $2, $3, $4,
              CASE WHEN $5 = '' OR (SELECT count(*) FROM site_events s WHERE s.day = d.day) < ${ROWS_PER_DAY}
                   THEN $5 ELSE '${OTHER}' END, 1
       FROM (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS day) d
       ON CONFLICT (day, name, path, source, label) DO UPDATE SET count = e.count + 1`,
      [clock.now(), name, PAGES.has(path) ? path : OTHER, source ?? '', label],
    );
  }

  async read(days: number): Promise<AnalyticsView> {
    const since = `day > ($1::timestamptz AT TIME ZONE 'UTC')::date - $2::int`;
    const range = [clock.now(), days];
    const [perDay, details] = await Promise.all([
      this.database.query<AnalyticsView['days'][number]>(
        `SELECT day::text, name, sum(count)::int AS count FROM site_events WHERE ${since}
         GROUP BY day, name ORDER BY day, name`,
        range,
      ),
      this.database.query<AnalyticsView['details'][number]>(
        `SELECT name, path, nullif(source, '') AS source, nullif(label, '') AS label, sum(count)::int AS count
         FROM site_events WHERE ${since}
         GROUP BY name, path, site_events.source, site_events.label ORDER BY 5 DESC, name, path LIMIT 100`,
        range,
      ),
    ]);
    return { days: perDay, details };
  }
}
