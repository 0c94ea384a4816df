import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';
import type { Verdict } from './files.schema.js';

/**
 * The verdict on a final that counts: the last one that settled it, of all people who decide. There is at most one per
 * file, and it only applies to the bytes that they heard.
 */
@Entity('approvals')
export class Approval {
  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  @ForeignKey(() => User)
  @Column('uuid')
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
