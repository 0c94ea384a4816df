import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn, JsonColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';
import type { EditionContent, ReceiptFacts } from './edition.schema.js';

/** The finals of a project at one time, with their names and metadata. They never change. */
@Entity('editions')
@Unique('editions_number', ['projectId', 'number'])
export class Edition {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  /** Counts from 1 in each project. */
  @Column('integer')
  number: number;

  @JsonColumn()
  content: EditionContent;

  /** Time at which the client was notified that it can be downloaded. */
  @TimestampColumn({ nullable: true })
  announcedAt: Date | null;

  /** Time at which the client was reminded to download it. */
  @TimestampColumn({ nullable: true })
  remindedAt: Date | null;

  /** Releases, approvals and payments as they were when it could first be downloaded. */
  @JsonColumn({ nullable: true })
  receipt: ReceiptFacts | null;

  @CreatedAtColumn()
  createdAt: Date;
}
