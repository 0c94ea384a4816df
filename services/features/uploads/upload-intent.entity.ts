import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { SlotQuestion, Suggestion, TaughtWord } from '../../engine/types.js';
import { BigintColumn, CreatedAtColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import type { HeaderHint } from '../audio/header.schema.js';
import { Project } from '../projects/project.entity.js';
import { Slot } from '../tracks/slot.entity.js';

/**
 * An upload that was allowed and has not been registered yet: a sweep registers what arrived, and until then it stands in
 * the staging area as a file that is on its way.
 */
@Entity('upload_intents')
export class UploadIntent {
  @PrimaryColumn('text')
  objectKey: string;

  /** The staged file's own, once it is one. */
  @UuidColumn({ default: () => 'uuidv7()' })
  @Index('upload_intents_id', { unique: true })
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @UuidColumn()
  userId: string;

  @Column('text')
  fileName: string;

  @Column('text')
  originalName: string;

  @Column('text', { nullable: true })
  folder: string | null;

  @BigintColumn()
  sizeBytes: number;

  @Column('text')
  contentType: string;

  /** The file's time as the browser said it, in milliseconds since 1970; null where it may not be resumed. */
  @BigintColumn({ nullable: true })
  lastModified: number | null;

  /** The upload in parts; null before it has begun and for files sent in one piece. */
  @Column('jsonb', { nullable: true })
  upload: MultipartUpload | null;

  /** What the browser read in the file before it was sent; nobody has checked it. */
  @Column('jsonb', { nullable: true })
  header: HeaderHint | null;

  /** As in `StagingFile`, the next three too. */
  @Column('jsonb', { default: [] })
  suggestions: Suggestion[];

  @Column('text', { nullable: true })
  verdict: string | null;

  @Column('text', { nullable: true })
  guessedSlot: SlotType | null;

  @Column('jsonb', { default: [] })
  words: TaughtWord[];

  /** The question whose answer would settle its slot; null when its track is open too, or nothing is. */
  @Column('jsonb', { nullable: true })
  question: SlotQuestion | null;

  /** Where an engineer wants it once it is here; no other file stands there or is wanted there. */
  @ForeignKey(() => Slot, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  @Index('upload_intents_planned_slot', { unique: true })
  plannedSlotId: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
