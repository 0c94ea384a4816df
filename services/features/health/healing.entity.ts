import { Entity, PrimaryColumn } from 'typeorm';
import { BigintColumn, TimestampColumn } from '../../platform/database/columns.js';
import type { HealingKind } from './health.schema.js';

/** How often the sweeps had something of this kind to mend. */
@Entity('healings')
export class Healing {
  @PrimaryColumn('text')
  kind: HealingKind;

  @BigintColumn()
  count: number;

  @TimestampColumn()
  lastAt: Date;
}
