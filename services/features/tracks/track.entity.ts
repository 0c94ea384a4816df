import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';

@Entity('tracks')
@Index('tracks_search', { synchronize: false })
@Unique('tracks_number', ['projectId', 'trackNumber'])
export class Track {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @Column('integer')
  trackNumber: number;

  @Column('text')
  title: string;

  /** As typed. An invalid one causes a warning, never an error. */
  @Column('text', { nullable: true })
  isrc: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
