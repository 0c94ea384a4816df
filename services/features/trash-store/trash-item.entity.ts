import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { BigintColumn, CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import type { StorageKind } from '../../platform/domain-words.js';
import { Project } from '../projects/project.entity.js';

/** What it takes to stage a file again whose row is gone. */
export interface StagedBefore {
  id: string;
  fileName: string;
  originalName: string;
  folder: string | null;
  lastModified: number | null;
  uploadedBy: string;
  contentType: string;
}

/** An object that somebody deleted and can have back for 30 days. Until then it takes up space and counts in quotas. */
@Entity('trash')
@Index('trash_studio', ['studioId', 'id'])
@Index('trash_client', ['clientId', 'id'], { where: 'client_id IS NOT NULL' })
@Index('trash_project', ['projectId'])
@Index('trash_age', ['trashedAt'])
export class TrashItem {
  @IdColumn()
  id: string;

  /** Where it was, and where it returns to. */
  @Column('text', { unique: true })
  objectKey: string;

  /** Where it is kept meanwhile, once a worker has moved it there. */
  @Column('text')
  trashKey: string;

  @BigintColumn()
  sizeBytes: number;

  /** Null for what no row of the database referred to. */
  @Column('text', { nullable: true })
  kind: StorageKind | null;

  @Column('text')
  fileName: string;

  @UuidColumn({ nullable: true })
  studioId: string | null;

  @ForeignKey(() => Project, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  projectId: string | null;

  /** The client who filled the trash with it, against whose limit it counts; null when the studio did. */
  @UuidColumn({ nullable: true })
  clientId: string | null;

  @UuidColumn({ nullable: true })
  trashedBy: string | null;

  @CreatedAtColumn()
  trashedAt: Date;

  /** The hidden row of a project's file, which comes back with its comments and approvals. */
  @ForeignKey('ProjectFile', { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  @Index('trash_file')
  fileId: string | null;

  /** The slot that the file stood in. */
  @UuidColumn({ nullable: true })
  slotId: string | null;

  @Column('jsonb', { nullable: true })
  staged: StagedBefore | null;
}
