import { Column, Entity, ForeignKey, Index, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Role } from '../../platform/http/actor.js';
import { Studio } from '../studio/studio.entity.js';

/**
 * A person who can sign in, or a studio's entry for an invited person who has not accepted yet. better-auth reads and
 * writes the same table.
 */
@Entity('users')
export class User {
  @IdColumn()
  id: string;

  @Column('text')
  name: string;

  /** Lower-cased and unique. */
  @Column('text', { unique: true })
  email: string;

  /**
   * The address that a studio has invited; null for people who can sign in. Until the invited person agrees, the entry
   * belongs to that studio alone: `email` holds a made-up address that cannot be used to sign in. It is the same
   * whether or not the invited address has an account elsewhere.
   */
  @Index({ where: 'invited_email IS NOT NULL' })
  @Column('text', { nullable: true })
  invitedEmail: string | null;

  @Column('boolean', { default: false })
  emailVerified: boolean;

  /** A picture as a data: URL; only selected on request. */
  @Column('text', { nullable: true, select: false })
  image?: string | null;

  @Column('text', { default: 'client' })
  role: Role;

  /** The studio an engineer works in; null for clients. */
  @ForeignKey(() => Studio)
  @UuidColumn({ nullable: true })
  studioId: string | null;

  /** The installation's first account. */
  @Column('boolean', { default: false })
  isOperator: boolean;

  /** Set while every studio of a client has suspended them: they cannot sign in. Each membership has its own suspension. */
  @TimestampColumn({ nullable: true })
  suspendedAt: Date | null;

  /**
   * Counts how often sessions, password or address have ended. What was proven under an earlier version, by a session or
   * the first step of a sign-in, no longer gives access.
   */
  @Column('integer', { default: 0 })
  accessVersion: number;

  @CreatedAtColumn()
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
