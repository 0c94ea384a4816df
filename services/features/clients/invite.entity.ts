import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/** What is stored; one that is pending beyond `expiresAt` counts as expired. */
export type InviteState = 'pending' | 'accepted' | 'cancelled' | 'declined';

/** Leads a client to their account by a link in a mail; the link's token itself is stored nowhere. */
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

  /** Lower-cased. */
  @Column('text')
  email: string;

  @Column('text')
  name: string;

  /** The project that the mail speaks of. */
  @UuidColumn({ nullable: true })
  projectId: string | null;

  @Column('text', { default: 'pending' })
  state: InviteState;

  /** Grows with each sending: the links of earlier mails end. */
  @Column('integer', { default: 1 })
  sending: number;

  /** SHA-256 of the last mail's token, hexadecimal. */
  @Column('text', { unique: true })
  tokenHash: string;

  /** When the last mail was given up; null while it may still arrive. */
  @TimestampColumn({ nullable: true })
  mailFailedAt: Date | null;

  @TimestampColumn()
  expiresAt: Date;

  @CreatedAtColumn()
  createdAt: Date;
}
