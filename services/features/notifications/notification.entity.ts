import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { User } from '../users/user.entity.js';

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

  @Column('jsonb', { default: {} })
  metadata: { projectId?: string; invoiceId?: string; fileId?: string };

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
