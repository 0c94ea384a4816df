import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/** A client belongs to every studio that has invited them. */
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

  @CreatedAtColumn()
  createdAt: Date;
}
