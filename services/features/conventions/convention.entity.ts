import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { Studio } from '../studio/studio.entity.js';

/**
 * A rule learned from a correction: in this studio, the word means that slot. Its weight is computed from the lessons;
 * without a lesson that founds it, it is not shown.
 */
@Entity('conventions')
@Unique('conventions_word', ['studioId', 'word', 'slotType'])
export class Convention {
  @IdColumn()
  id: string;

  @ForeignKey(() => Studio, { onDelete: 'CASCADE' })
  @UuidColumn()
  studioId: string;

  /** Normalised for comparison, such as `m2`. */
  @Column('text')
  word: string;

  @Column('text')
  slotType: SlotType;

  /** Time at which the rule was deleted. Earlier lessons no longer count; later ones can teach it again. */
  @TimestampColumn({ nullable: true })
  dismissedAt: Date | null;
}
