import { Entity, PrimaryColumn } from 'typeorm';
import { BigintColumn, TimestampColumn } from '../../platform/database/columns.js';
import type { RepairKind } from './health.schema.js';

/** Number of repairs of one kind by the sweeps. */
@Entity('healings')
export class Repair {
  @PrimaryColumn('text')
  kind: RepairKind;

  @BigintColumn()
  count: number;

  @TimestampColumn()
  lastAt: Date;
}
