import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../platform/database/columns.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/** A client of a studio: a person who has accepted its invitation, or the studio's own entry for one who has not. */
@Entity('studio_clients')
export class StudioClient {
  @ForeignKey(() => Studio, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  studioId: string;

  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @Index()
  @PrimaryColumn('uuid')
  userId: string;

  /**
   * Whether the studio may read the person's profile beyond name and address. True if the studio entered a person
   * without an account, or its invitation was accepted. Entering the address of an existing account reveals nothing.
   */
  @Column('boolean', { default: true })
  sharesProfile: boolean;

  /** Time at which the studio suspended the client; other studios are not affected. */
  @TimestampColumn({ nullable: true })
  suspendedAt: Date | null;

  @CreatedAtColumn()
  createdAt: Date;
}
