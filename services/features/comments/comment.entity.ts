import { Column, Entity, ForeignKey, Index, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
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

  /** The comment that this one answers; answers to answers belong to the first. */
  @ForeignKey(() => Comment, { onDelete: 'CASCADE' })
  @UuidColumn({ nullable: true })
  @Index('comments_parent')
  parentId: string | null;

  /** Empty once its author deleted it while answers stand below it. */
  @Column('text')
  comment: string;

  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @UuidColumn({ nullable: true })
  fileId: string | null;

  /** Seconds from the file's beginning. */
  @Column('double precision', { nullable: true })
  timestampSeconds: number | null;

  /** Where the commented passage ends; null for a single moment. */
  @Column('double precision', { nullable: true })
  endSeconds: number | null;

  @TimestampColumn({ nullable: true })
  resolvedAt: Date | null;

  @ForeignKey(() => User)
  @UuidColumn({ nullable: true })
  resolvedBy: string | null;

  @TimestampColumn({ nullable: true })
  deletedAt: Date | null;

  @CreatedAtColumn()
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
