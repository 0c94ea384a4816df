import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { User } from '../users/user.entity.js';

/** A type of notification that a user does not want by e-mail. */
@Entity('muted_mails')
export class EmailOptOut {
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  @PrimaryColumn('text')
  type: NotificationType;

  @CreatedAtColumn()
  createdAt: Date;
}
