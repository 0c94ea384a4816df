import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { SlotQuestion, Suggestion, TaughtWord } from '../../engine/types.js';
import { BigintColumn, CreatedAtColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { Project } from '../projects/project.entity.js';
import type { HeaderHint } from './header.schema.js';

/**
 * An upload that was permitted and is not registered yet. A sweep registers objects that arrived; until then the
 * staging area shows it as a file that is being uploaded.
 */
@Entity('upload_intents')
export class UploadIntent {
  @PrimaryColumn('text')
  objectKey: string;

  /** The id that the staged file will have. */
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

  /**
   * The file's modification time as reported by the browser, in milliseconds since 1970; null if the upload cannot be
   * resumed.
   */
  @BigintColumn({ nullable: true })
  lastModified: number | null;

  /** The upload in parts; null before it has begun and for files sent in one piece. */
  @Column('jsonb', { nullable: true })
  upload: MultipartUpload | null;

  /** The header as the browser read it before uploading; unverified. */
  @Column('jsonb', { nullable: true })
  header: HeaderHint | null;

  /** This field and the next three have the same meaning as in `StagingFile`. */
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

  /** The slot that an engineer chose for it before it arrived. No other file is in that slot or planned for it. */
  @ForeignKey('Slot', { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  @Index('upload_intents_planned_slot', { unique: true })
  plannedSlotId: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
