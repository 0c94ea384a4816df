import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BigintColumn, CreatedAtColumn, UuidColumn } from '../../platform/database/columns.js';
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

  @CreatedAtColumn()
  createdAt: Date;
}
