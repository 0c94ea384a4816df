import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';

/** How much of a file a client has played. */
@Entity('listens')
export class Listen {
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  @Index('listens_file')
  fileId: string;

  /** Seconds played so far; repeated passages count again. */
  @Column('real')
  seconds: number;

  /** Time at which enough was played for the file to count as heard. */
  @TimestampColumn({ nullable: true })
  heardAt: Date | null;
}
