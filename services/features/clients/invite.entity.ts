import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/** The stored state; a pending invitation past its `expiresAt` counts as expired. */
export type InviteState = 'pending' | 'accepted' | 'cancelled' | 'declined';

/** Invites a client to an account by a mailed link; the link's token itself is not stored. */
@Entity('invites')
@Index(['studioId', 'id'])
@Index(['studioId', 'email', 'id'])
@Index('invites_pending', ['studioId', 'email'], { unique: true, where: "state = 'pending'" })
export class Invite {
  @IdColumn()
  id: string;

  @ForeignKey(() => Studio, { onDelete: 'CASCADE' })
  @UuidColumn()
  studioId: string;

  @ForeignKey(() => User)
  @UuidColumn()
  invitedBy: string;

  /** Lower-case. */
  @Column('text')
  email: string;

  @Column('text')
  name: string;

  /** The project that the mail mentions. */
  @UuidColumn({ nullable: true })
  projectId: string | null;

  @Column('text', { default: 'pending' })
  state: InviteState;

  /** Incremented with each mailing, which invalidates the links of earlier mails. */
  @Column('integer', { default: 1 })
  sending: number;

  /** SHA-256 of the token in the last mail, hexadecimal. */
  @Column('text', { unique: true })
  tokenHash: string;

  /** Time at which delivery of the last mail was given up; null while it may still arrive. */
  @TimestampColumn({ nullable: true })
  mailFailedAt: Date | null;

  @TimestampColumn()
  expiresAt: Date;

  @CreatedAtColumn()
  createdAt: Date;
}
