import { Entity, PrimaryColumn } from 'typeorm';
import { BigintColumn, TimestampColumn } from '../../platform/database/columns.js';
import type { RepairKind } from './health.schema.js';

/** How often the sweeps had something of this kind to mend. */
@Entity('healings')
export class Repair {
  @PrimaryColumn('text')
  kind: RepairKind;

  @BigintColumn()
  count: number;

  @TimestampColumn()
  lastAt: Date;
}
