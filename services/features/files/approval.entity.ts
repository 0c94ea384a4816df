import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';
import { ProjectFile } from './file.entity.js';
import type { Verdict } from './files.schema.js';

/** What the client says of a final: at most one verdict a file, bound to the bytes that were heard. */
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

  /** What should change; may be empty. */
  @Column('text', { default: '' })
  note: string;

  /** Of the file at that moment, in hex. */
  @Column('text')
  sha256: string;

  @CreatedAtColumn()
  createdAt: Date;
}
