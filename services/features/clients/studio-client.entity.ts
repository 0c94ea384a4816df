import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { Studio } from '../studio/studio.entity.js';

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

  @CreatedAtColumn()
  createdAt: Date;
}
