import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';

/** How much of a file its client has fetched, over any number of ranges. */
@Entity('file_downloads')
export class FileDownload {
  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  /** The bytes that went out, as PostgreSQL writes them: `{[0,1000)}`. */
  @Column('int8multirange')
  received: string;

  @CreatedAtColumn()
  createdAt: Date;

  /** When the last missing byte went out. */
  @TimestampColumn({ nullable: true })
  completedAt: Date | null;
}
