import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { VinylFormat } from '../../album-times/limits.js';
import { Project } from '../projects/project.entity.js';

/** Settings of a project's album. The number that its changes increment is in `projects.album_revision`. */
@Entity('albums')
export class Album {
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  /** Size and speed of the record, for the limits of its sides. */
  @Column('text', { default: '12-33' })
  vinylFormat: VinylFormat;
}
