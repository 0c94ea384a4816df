import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Deliverable } from '../../file-kinds/deliverables.js';
import {
  BigintColumn,
  CreatedAtColumn,
  IdColumn,
  JsonColumn,
  TimestampColumn,
  UuidColumn,
} from '../../platform/database/columns.js';
import type { FileType, SlotType } from '../../platform/domain-words.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { Project } from '../projects/project.entity.js';
import { Track } from '../tracks/track.entity.js';
import { User } from '../users/user.entity.js';

export interface KnownErrors {
  errors: string[];
  reason: string;
}

/** A project file: a client's original or a released master. */
@Entity('files')
@Index(['projectId', 'createdAt'])
@Index('files_search', { synchronize: false })
@Index('files_begun', ['createdAt'], { where: 'completed_at IS NULL' })
@Index('files_track', ['trackId'], { where: 'track_id IS NOT NULL' })
@Index('files_replaced', ['parentFileId'], { where: 'parent_file_id IS NOT NULL' })
export class ProjectFile {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @ForeignKey(() => Audio)
  @UuidColumn()
  @Index('files_audio')
  audioId: string;

  @Column('text')
  fileName: string;

  @Column('text')
  originalName: string;

  @Column('text')
  fileType: FileType;

  @ForeignKey(() => User)
  @UuidColumn()
  uploadedBy: string;

  /** The track and slot that the file was released to. */
  @ForeignKey(() => Track, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  trackId: string | null;

  @Column('text', { nullable: true })
  slotType: SlotType | null;

  /** Set for a file that is delivered besides the masters in slots. Its track is `trackId`. */
  @JsonColumn({ nullable: true })
  deliverable: Omit<Deliverable, 'trackId'> | null;

  /** The errors with which it was released, and why; null if checks had found none. */
  @JsonColumn({ nullable: true })
  knownErrors: KnownErrors | null;

  /** The file that this one replaced. */
  @UuidColumn({ nullable: true })
  parentFileId: string | null;

  /** The original that this file is the master of. */
  @UuidColumn({ nullable: true })
  masterFileId: string | null;

  /**
   * The file's modification time as reported by the browser, in milliseconds since 1970; null if the upload cannot be
   * resumed.
   */
  @BigintColumn({ nullable: true })
  lastModified: number | null;

  /** The multipart upload that the file is assembled from; null if the store needs none. */
  @JsonColumn({ nullable: true })
  upload: MultipartUpload | null;

  @CreatedAtColumn()
  createdAt: Date;

  /** Null, and the file hidden, until the upload is complete. */
  @TimestampColumn({ nullable: true })
  completedAt: Date | null;

  @TimestampColumn({ nullable: true })
  deletedAt: Date | null;
}
