import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';
import type { EditionContent } from './edition.schema.js';

/** The finals of a project at one time, with their names and metadata. Its row never changes. */
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

  @Column('jsonb')
  content: EditionContent;

  @CreatedAtColumn()
  createdAt: Date;
}
