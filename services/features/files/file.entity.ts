import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  BigintColumn,
  CreatedAtColumn,
  IdColumn,
  TimestampColumn,
  UuidColumn,
} from '../../platform/database/columns.js';
import type { FileType, SlotType } from '../../platform/domain-words.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { Project } from '../projects/project.entity.js';
import { Track } from '../tracks/track.entity.js';
import { User } from '../users/user.entity.js';

/** A file of a project: the client's original, or a released master. */
@Entity('files')
@Index(['projectId', 'createdAt'])
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

  /** The track and slot that it was released to. */
  @ForeignKey(() => Track, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  trackId: string | null;

  @Column('text', { nullable: true })
  slotType: SlotType | null;

  /** The file that this one replaced. */
  @UuidColumn({ nullable: true })
  parentFileId: string | null;

  /** The original that this one is the master of. */
  @UuidColumn({ nullable: true })
  masterFileId: string | null;

  /** The file's time as the browser said it, in milliseconds since 1970; null where its upload may not be resumed. */
  @BigintColumn({ nullable: true })
  lastModified: number | null;

  /** What its bytes are put together from when they have come; null where the store needs no such thing. */
  @Column('jsonb', { nullable: true })
  upload: MultipartUpload | null;

  @CreatedAtColumn()
  createdAt: Date;

  /** Null until the upload has ended; hidden until then. */
  @TimestampColumn({ nullable: true })
  completedAt: Date | null;

  @TimestampColumn({ nullable: true })
  deletedAt: Date | null;
}
