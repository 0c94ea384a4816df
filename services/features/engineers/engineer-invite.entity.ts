import { Column, Entity, ForeignKey } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';

/**
 * An operator's invitation of another engineer, who gets their own studio. Each address has at most one: the latest.
 */
@Entity('engineer_invites')
export class EngineerInvite {
  @IdColumn()
  id: string;

  @ForeignKey(() => User)
  @UuidColumn()
  invitedBy: string;

  @Column('text')
  name: string;

  /** Lower-case. */
  @Column('text', { unique: true })
  email: string;

  /** SHA-256 of the mail's token, hexadecimal. */
  @Column('text', { unique: true })
  tokenHash: string;

  @TimestampColumn({ nullable: true })
  acceptedAt: Date | null;

  /** Time at which delivery of the mail was given up; null while it may still arrive. */
  @TimestampColumn({ nullable: true })
  mailFailedAt: Date | null;

  @TimestampColumn()
  expiresAt: Date;

  @CreatedAtColumn()
  createdAt: Date;
}
