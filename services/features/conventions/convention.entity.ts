import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { SlotType } from '../../platform/domain-words.js';
import { Studio } from '../studio/studio.entity.js';

/**
 * In this studio the word or format means that slot. A correction of a suggestion or the answer to a question makes such a
 * rule. Its weight comes from the lessons and the answer; without an answer or a founding lesson it is not shown.
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

  /** When an engineer answered so; null for a rule that only placements have taught, and for a deleted one. */
  @TimestampColumn({ nullable: true })
  answeredAt: Date | null;

  /** The word or format as the question spelt it. */
  @Column('text', { nullable: true })
  spelling: string | null;

  /** Time at which the rule was deleted. Earlier lessons no longer count; later ones can teach it again. */
  @TimestampColumn({ nullable: true })
  dismissedAt: Date | null;
}
