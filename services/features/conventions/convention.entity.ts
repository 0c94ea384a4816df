import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { Studio } from '../studio/studio.entity.js';

/**
 * A rule that a correction has founded: in this studio the word means that slot. What it is worth is counted from the
 * lessons; without one that founds it, it does not show.
 */
@Entity('conventions')
@Unique('conventions_word', ['studioId', 'word', 'slotType'])
export class Convention {
  @IdColumn()
  id: string;

  @ForeignKey(() => Studio, { onDelete: 'CASCADE' })
  @UuidColumn()
  studioId: string;

  /** Folded for comparison, such as `m2`. */
  @Column('text')
  word: string;

  @Column('text')
  slotType: SlotType;

  /** When somebody deleted the rule: lessons from before do not count for it any more, later ones teach it anew. */
  @TimestampColumn({ nullable: true })
  dismissedAt: Date | null;
}
