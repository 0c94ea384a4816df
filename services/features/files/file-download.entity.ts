import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';

/** The ranges of a file that its client has downloaded. */
@Entity('file_downloads')
export class FileDownload {
  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  /** The downloaded bytes in PostgreSQL's multirange notation: `{[0,1000)}`. */
  @Column('int8multirange')
  received: string;

  @CreatedAtColumn()
  createdAt: Date;

  /** Time at which the last missing byte was sent. */
  @TimestampColumn({ nullable: true })
  completedAt: Date | null;
}
