import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { User } from '../users/user.entity.js';
import { Audio } from './audio.entity.js';

/** An engineer has seen a check's finding for this audio in this slot and accepts it. */
@Entity('accepted_checks')
export class AcceptedCheck {
  @ForeignKey(() => Audio, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  audioId: string;

  @PrimaryColumn('text')
  slotType: SlotType;

  @PrimaryColumn('text')
  code: string;

  @ForeignKey(() => User)
  @Column('uuid')
  userId: string;

  @Column('text', { nullable: true })
  reason: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
