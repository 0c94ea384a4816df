import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../platform/database/columns.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/** A client of a studio: somebody who has accepted its invitation, or the studio's entry of somebody who has not yet. */
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
   * Whether the studio may read what the person says of themselves beyond name and address. True when the studio entered
   * somebody without an account, or its invitation was accepted: entering the address of an account opens nothing.
   */
  @Column('boolean', { default: true })
  sharesProfile: boolean;

  /** Since when the studio keeps the client out of its things; other studios are not concerned. */
  @TimestampColumn({ nullable: true })
  suspendedAt: Date | null;

  @CreatedAtColumn()
  createdAt: Date;
}
