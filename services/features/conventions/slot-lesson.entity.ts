import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { Studio } from '../studio/studio.entity.js';

/**
 * A word of a file's name and the slot where the engineer put the file. It counts while the file is in that slot or was
 * released from it. A file that is pending again has no lessons; placing it again creates new ones.
 */
@Entity('slot_lessons')
@Index('slot_lessons_word', ['studioId', 'word'])
export class SlotLesson {
  @ForeignKey(() => StagingFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  stagingFileId: string;

  /** Normalised for comparison. */
  @PrimaryColumn('text')
  word: string;

  @ForeignKey(() => Studio, { onDelete: 'CASCADE' })
  @UuidColumn()
  studioId: string;

  /** The spelling in the file's name. */
  @Column('text')
  spelling: string;

  @Column('text')
  slotType: SlotType;

  /**
   * Whether it can found a rule: the engine's first suggestion was a different slot or none, the engine asked what the
   * word means, or an existing rule agreed.
   */
  @Column('boolean')
  founds: boolean;

  @TimestampColumn({ default: () => 'now()' })
  taughtAt: Date;
}
