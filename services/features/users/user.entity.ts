import { Column, Entity, ForeignKey, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Role } from '../../platform/http/actor.js';
import { Studio } from '../studio/studio.entity.js';

/** A person who can sign in; better-auth reads and writes the same table. */
@Entity('users')
export class User {
  @IdColumn()
  id: string;

  @Column('text')
  name: string;

  /** Lower-cased and unique. */
  @Column('text', { unique: true })
  email: string;

  @Column('boolean', { default: false })
  emailVerified: boolean;

  /** A picture as a data: URL; only read where it is asked for. */
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

  /** A client whom the studio keeps out. */
  @TimestampColumn({ nullable: true })
  suspendedAt: Date | null;

  @CreatedAtColumn()
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
