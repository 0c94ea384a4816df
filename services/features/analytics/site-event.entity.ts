import { Entity, PrimaryColumn } from 'typeorm';
import { BigintColumn } from '../../platform/database/columns.js';
import type { SiteEventName } from './analytics.schema.js';

/** Number of times an event occurred on a public page on one day (UTC). No data about visitors is stored. */
@Entity('site_events')
export class SiteEvent {
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  name: SiteEventName;

  /** The page's path. */
  @PrimaryColumn('text')
  path: string;

  /** The button or form; empty if there is only one. */
  @PrimaryColumn('text')
  source: string;

  /** The target of a link or the message of an error. */
  @PrimaryColumn('text')
  label: string;

  @BigintColumn()
  count: number;
}
