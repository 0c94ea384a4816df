import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { SlotQuestion, Suggestion, TaughtWord } from '../../engine/types.js';
import type { Deliverable } from '../../file-kinds/deliverables.js';
import {
  BigintColumn,
  CreatedAtColumn,
  IdColumn,
  JsonColumn,
  TimestampColumn,
  UuidColumn,
} from '../../platform/database/columns.js';
import type { SlotType, StagingStatus } from '../../platform/domain-words.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import type { HeaderHint } from './header.schema.js';

/**
 * A file in the staging area, from its announcement to its release. While it is being uploaded its status is
 * `incoming`; if its tab was closed after it arrived, a sweep registers it.
 */
@Entity('staging_files')
@Index(['projectId', 'createdAt'])
@Index('staging_files_incoming_plan', ['plannedSlotId'], { unique: true, where: `status = 'incoming'` })
@Check('staging_files_incoming', `(status = 'incoming') = (audio_id IS NULL AND upload_key IS NOT NULL)`)
export class StagingFile {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  /** Null until the file has arrived. */
  @ForeignKey('Audio')
  @UuidColumn({ nullable: true })
  @Index('staging_files_audio', { unique: true })
  audioId: string | null;

  /**
   * This field and the next three are the announced upload; they are null once the file has arrived. Their columns are
   * not named like those of `audio`, which SQL of the previous version joins without naming the table.
   */
  @Column('text', { name: 'upload_key', nullable: true })
  @Index('staging_files_upload_key', { unique: true })
  objectKey: string | null;

  @BigintColumn({ name: 'upload_bytes', nullable: true })
  sizeBytes: number | null;

  @Column('text', { name: 'upload_type', nullable: true })
  contentType: string | null;

  /** The upload in parts; null before it has begun and for files sent in one piece. */
  @JsonColumn({ nullable: true })
  upload: MultipartUpload | null;

  /** The cleaned name. */
  @Column('text')
  fileName: string;

  /** The name as the browser sent it. */
  @Column('text')
  originalName: string;

  /** Relative path of the dropped folder, without the name; null when the file came alone. */
  @Column('text', { nullable: true })
  folder: string | null;

  /**
   * The file's modification time as reported by the browser, in milliseconds since 1970; used to recognise a file that
   * is dropped again. Null if the upload cannot be resumed.
   */
  @BigintColumn({ nullable: true })
  lastModified: number | null;

  /** Set for a file that is delivered besides the masters. It has no slot and is `assigned` until its release. */
  @JsonColumn({ nullable: true })
  deliverable: Deliverable | null;

  @Column('text', { default: 'pending' })
  status: StagingStatus;

  /** Best first. */
  @JsonColumn({ default: [] })
  suggestions: Suggestion[];

  /** Why nothing is suggested, in one sentence. */
  @Column('text', { nullable: true })
  verdict: string | null;

  /** The slot of the first suggestion, as it was while the file last was pending; null when there was none. */
  @Column('text', { nullable: true })
  guessedSlot: SlotType | null;

  /** Words of the name and folder from which a placement teaches what they mean in this studio. */
  @JsonColumn({ default: [] })
  words: TaughtWord[];

  /** The question whose answer would settle its slot; null when its track is open too, or nothing is. */
  @JsonColumn({ nullable: true })
  question: SlotQuestion | null;

  /** The header as the browser read it, until the worker has read the file's own header and compared them. */
  @JsonColumn({ nullable: true })
  header: HeaderHint | null;

  /**
   * The slot that was chosen for the file during its upload; the file gets it if its own header agrees with the
   * browser's. No other file is in that slot or planned for it.
   */
  @ForeignKey('Slot', { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  plannedSlotId: string | null;

  /** How its own header differs from what the browser read, in one sentence. */
  @Column('text', { nullable: true })
  contradiction: string | null;

  @ForeignKey(() => User)
  @UuidColumn()
  uploadedBy: string;

  /** Time of the announcement, and of the arrival once the file has arrived. */
  @CreatedAtColumn()
  createdAt: Date;

  @TimestampColumn({ nullable: true })
  releasedAt: Date | null;

  /** A released row that was deleted is only hidden; its file stays. */
  @TimestampColumn({ nullable: true })
  hiddenAt: Date | null;
}

/** A file that is being uploaded. */
export type IncomingFile = StagingFile & { audioId: null; objectKey: string; sizeBytes: number; contentType: string };

export const isIncoming = (file: StagingFile): file is IncomingFile => file.status === 'incoming';
