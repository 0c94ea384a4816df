import { Column, Entity, ForeignKey } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';

/** The operator asks another engineer in, who gets a studio of their own. One for each address: the newest. */
@Entity('engineer_invites')
export class EngineerInvite {
  @IdColumn()
  id: string;

  @ForeignKey(() => User)
  @UuidColumn()
  invitedBy: string;

  @Column('text')
  name: string;

  /** Lower-cased. */
  @Column('text', { unique: true })
  email: string;

  /** SHA-256 of the mail's token, hexadecimal. */
  @Column('text', { unique: true })
  tokenHash: string;

  @TimestampColumn({ nullable: true })
  acceptedAt: Date | null;

  /** When the mail was given up; null while it may still arrive. */
  @TimestampColumn({ nullable: true })
  mailFailedAt: Date | null;

  @TimestampColumn()
  expiresAt: Date;

  @CreatedAtColumn()
  createdAt: Date;
}
