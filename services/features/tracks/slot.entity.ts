import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { IdColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { Track } from './track.entity.js';

/** A place for one deliverable of a track. Filled when it points at a released file or a staged one. */
@Entity('slots')
@Unique('slots_type', ['trackId', 'slotType'])
export class Slot {
  @IdColumn()
  id: string;

  @ForeignKey(() => Track, { onDelete: 'CASCADE' })
  @UuidColumn()
  trackId: string;

  @Column('text')
  slotType: SlotType;

  @Column('boolean', { default: false })
  isRequired: boolean;

  /** The released file that the client gets. */
  @ForeignKey('ProjectFile', { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  @Index('slots_file', { unique: true })
  fileId: string | null;

  /** The staged file that the next release puts here. */
  @ForeignKey(() => StagingFile, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  @Index('slots_staging_file', { unique: true })
  stagingFileId: string | null;
}
