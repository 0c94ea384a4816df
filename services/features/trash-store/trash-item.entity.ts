import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Deliverable } from '../../file-kinds/deliverables.js';
import { BigintColumn, CreatedAtColumn, IdColumn, JsonColumn, UuidColumn } from '../../platform/database/columns.js';
import type { StorageKind } from '../../platform/domain-words.js';
import { Project } from '../projects/project.entity.js';

/** The data needed to stage a file again after its row has been deleted. */
export interface StagedBefore {
  id: string;
  fileName: string;
  originalName: string;
  folder: string | null;
  lastModified: number | null;
  uploadedBy: string;
  contentType: string;
  /** Missing in rows of the previous version. */
  deliverable?: Deliverable | null;
}

/** A deleted object, which can be restored for 30 days. Until then it takes up space and counts against quotas. */
@Entity('trash')
@Index('trash_studio', ['studioId', 'id'])
@Index('trash_client', ['clientId', 'id'], { where: 'client_id IS NOT NULL' })
@Index('trash_project', ['projectId'])
@Index('trash_age', ['trashedAt'])
export class TrashItem {
  @IdColumn()
  id: string;

  /** The key to which it is restored. */
  @Column('text', { unique: true })
  objectKey: string;

  /** The key under which it is stored in the trash, once a worker has moved it. */
  @Column('text')
  trashKey: string;

  @BigintColumn()
  sizeBytes: number;

  /** Null for objects that no row referred to. */
  @Column('text', { nullable: true })
  kind: StorageKind | null;

  @Column('text')
  fileName: string;

  @UuidColumn({ nullable: true })
  studioId: string | null;

  @ForeignKey(() => Project, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  projectId: string | null;

  /** The client against whose limit it counts; null if it counts against the studio. */
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

  /** The slot that the file was in. */
  @UuidColumn({ nullable: true })
  slotId: string | null;

  @JsonColumn({ nullable: true })
  staged: StagedBefore | null;
}
