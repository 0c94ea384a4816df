import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { StagingFile } from '../staging/staging-file.entity.js';
import { Studio } from '../studio/studio.entity.js';

/**
 * A word of a file's name and the slot where the engineer put the file. It holds as long as the file stands there or
 * was released from there: a file that is pending again teaches nothing, one that is placed anew teaches anew.
 */
@Entity('slot_lessons')
@Index('slot_lessons_word', ['studioId', 'word'])
export class SlotLesson {
  @ForeignKey(() => StagingFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  stagingFileId: string;

  /** Folded for comparison. */
  @PrimaryColumn('text')
  word: string;

  @ForeignKey(() => Studio, { onDelete: 'CASCADE' })
  @UuidColumn()
  studioId: string;

  /** As it stands in the name. */
  @Column('text')
  spelling: string;

  @Column('text')
  slotType: SlotType;

  /** A rule may rest on it: the engine's first suggestion was another slot or none, or a rule that stood said the same. */
  @Column('boolean')
  founds: boolean;

  @TimestampColumn({ default: () => 'now()' })
  taughtAt: Date;
}
