import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';

/** That a client has fetched a file, once it was fetched whole. */
@Entity('file_downloads')
export class FileDownload {
  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  @CreatedAtColumn()
  createdAt: Date;
}
