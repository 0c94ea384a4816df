import { Column, Entity, ForeignKey, Index, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import { ProjectFile } from '../files/file.entity.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

@Entity('comments')
@Index(['projectId', 'id'])
@Index(['projectId', 'userId', 'createdAt'])
@Index('comments_file', ['fileId'])
export class Comment {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @ForeignKey(() => User)
  @UuidColumn()
  userId: string;

  @Column('text')
  comment: string;

  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @UuidColumn({ nullable: true })
  fileId: string | null;

  /** Seconds from the file's beginning. */
  @Column('double precision', { nullable: true })
  timestampSeconds: number | null;

  @CreatedAtColumn()
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
