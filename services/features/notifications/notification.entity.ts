import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, JsonColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { User } from '../users/user.entity.js';

/** The subjects of a notification. */
export interface NotificationMetadata {
  projectId?: string;
  invoiceId?: string;
  quoteId?: string;
  /** The file of an upload, verdict or comment. */
  fileId?: string;
  /** Position of a comment in its file. */
  seconds?: number;
  commentId?: string;
  /** The verdict on the file asks for changes. */
  changesAsked?: true;
  /** The masters of a release. */
  fileIds?: string[];
  /** Number of a delivery's edition. */
  edition?: number;
}

@Entity('notifications')
@Index(['userId', 'id'])
@Index('notifications_unread', ['userId', 'id'], { where: 'read_at IS NULL' })
export class Notification {
  @IdColumn()
  id: string;

  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @UuidColumn()
  userId: string;

  @Column('text')
  type: NotificationType;

  @Column('text')
  message: string;

  @JsonColumn({ default: {} })
  metadata: NotificationMetadata;

  @TimestampColumn({ nullable: true })
  readAt: Date | null;

  /** Time of its e-mail; null while none was sent, for example because the user does not want that type. */
  @TimestampColumn({ nullable: true })
  emailedAt: Date | null;

  /** Time at which delivery of its mail was given up. */
  @TimestampColumn({ nullable: true })
  @Index('notifications_mail_failed', { where: 'mail_failed_at IS NOT NULL' })
  mailFailedAt: Date | null;

  @CreatedAtColumn()
  createdAt: Date;
}
