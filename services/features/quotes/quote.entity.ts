import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, JsonColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Currency, QuoteStatus } from '../../platform/domain-words.js';
import type { OrderLine } from '../orders/order-lines.lib.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

/** One version of a project's quote. */
@Entity('quotes')
@Index(['projectId', 'version'], { unique: true })
@Index('quotes_current', ['projectId'], { unique: true, where: 'is_current' })
@Index('quotes_pending', ['expiresAt'], { where: "status = 'pending'" })
export class Quote {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  /** Counts from 1 in each project, without gaps. */
  @Column('integer')
  version: number;

  @Column('text', { default: 'pending' })
  status: QuoteStatus;

  @Column('boolean', { default: true })
  isCurrent: boolean;

  /** Minor units. */
  @Column('integer')
  amountCents: number;

  @Column('text')
  currency: Currency;

  /** Empty for a bare sum. Otherwise the amount is their sum. */
  @JsonColumn({ default: [] })
  lines: OrderLine[];

  @Column('text', { default: '' })
  notes: string;

  @TimestampColumn()
  expiresAt: Date;

  /** The quote that this one revises; null if it does not revise one. */
  @UuidColumn({ nullable: true })
  parentQuoteId: string | null;

  @Column('text', { nullable: true })
  rejectReason: string | null;

  /** Null while it is pending, and for answers from before several people could answer. */
  @ForeignKey(() => User)
  @UuidColumn({ nullable: true })
  answeredBy: string | null;

  @ForeignKey(() => User)
  @UuidColumn()
  createdBy: string;

  @CreatedAtColumn()
  createdAt: Date;
}
