import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Audio } from '../audio/audio.entity.js';
import { Project } from '../projects/project.entity.js';
import type { DdpReport } from './report.js';

export const ddpReportStates = ['reading', 'done', 'failed'] as const;
export type DdpReportState = (typeof ddpReportStates)[number];

/** Result of reading an uploaded DDP and comparing it with the released CD masters. */
@Entity('ddp_reports')
@Index('ddp_reports_project', ['projectId'])
export class DdpReportRow {
  @ForeignKey(() => Audio, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  audioId: string;

  /** Number of the DDP in its archive, from 0. */
  @PrimaryColumn('integer', { default: 0 })
  part: number;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @Column('text', { default: 'reading' })
  state: DdpReportState;

  /** Null until it has been read. */
  @JsonColumn({ nullable: true })
  report: DdpReport | null;

  @TimestampColumn({ default: () => 'now()' })
  updatedAt: Date;
}
