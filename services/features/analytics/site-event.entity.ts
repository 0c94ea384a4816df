import { Entity, PrimaryColumn } from 'typeorm';
import { BigintColumn } from '../../platform/database/columns.js';
import type { SiteEventName } from './analytics.schema.js';

/** How often something was done on the public pages on one day (UTC); nothing of who did it is kept. */
@Entity('site_events')
export class SiteEvent {
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  name: SiteEventName;

  /** The page's path. */
  @PrimaryColumn('text')
  path: string;

  /** Which button or form; empty where there is but one. */
  @PrimaryColumn('text')
  source: string;

  /** Where a link leads, or what an error said. */
  @PrimaryColumn('text')
  label: string;

  @BigintColumn()
  count: number;
}
