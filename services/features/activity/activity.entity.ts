import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';

@Entity('activities')
@Index(['projectId', 'id'])
export class Activity {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  /** A stable identifier such as `masters_released`. */
  @Column('text')
  type: string;

  /** Null when the system acted. */
  @UuidColumn({ nullable: true })
  actorId: string | null;

  /** One sentence without the actor's name. */
  @Column('text')
  message: string;

  /** True for entries about staging and analysis, which clients do not see. */
  @Column('boolean', { default: false })
  engineersOnly: boolean;

  @UuidColumn({ nullable: true })
  fileId: string | null;

  @UuidColumn({ nullable: true })
  commentId: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
