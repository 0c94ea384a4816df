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

  /** Name of a visitor without an account; `userId` is then whoever made the link that they used. */
  @Column('text', { nullable: true })
  guestName: string | null;

  @UuidColumn({ nullable: true })
  @Index('comments_share_link', { where: 'share_link_id IS NOT NULL' })
  shareLinkId: string | null;

  /** The comment that this one replies to; always the root of the thread. */
  @ForeignKey(() => Comment, { onDelete: 'CASCADE' })
  @UuidColumn({ nullable: true })
  @Index('comments_parent')
  parentId: string | null;

  /** Empty if its author deleted it while it had replies. */
  @Column('text')
  comment: string;

  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @UuidColumn({ nullable: true })
  fileId: string | null;

  /** Position in the file in seconds. */
  @Column('double precision', { nullable: true })
  timestampSeconds: number | null;

  /** End of the commented passage; null for a single position. */
  @Column('double precision', { nullable: true })
  endSeconds: number | null;

  /** The quote that the client asks about; replies have their thread's. */
  @UuidColumn({ nullable: true })
  quoteId: string | null;

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
