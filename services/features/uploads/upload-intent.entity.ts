import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BigintColumn, CreatedAtColumn, UuidColumn } from '../../platform/database/columns.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { Project } from '../projects/project.entity.js';

/** An upload that was allowed and has not been registered yet, so that a sweep can register what arrived. */
@Entity('upload_intents')
export class UploadIntent {
  @PrimaryColumn('text')
  objectKey: string;

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

  @CreatedAtColumn()
  createdAt: Date;
}
