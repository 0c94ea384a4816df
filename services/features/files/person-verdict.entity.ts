import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';
import type { Verdict } from './files.schema.js';

/**
 * The verdict of one person who decides on a final; it only applies to the bytes that they heard. Together the verdicts
 * of a file make its `Approval`.
 */
@Entity('verdicts')
export class PersonVerdict {
  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  @ForeignKey(() => User)
  @PrimaryColumn('uuid')
  userId: string;

  @Column('text')
  verdict: Verdict;

  /** The requested changes; may be empty. */
  @Column('text', { default: '' })
  note: string;

  /** Checksum of the file at the time of the verdict, in hex. */
  @Column('text')
  sha256: string;

  @CreatedAtColumn()
  createdAt: Date;
}
