import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, JsonColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Currency, InvoiceStatus } from '../../platform/domain-words.js';
import type { OrderLine } from '../orders/order-lines.lib.js';
import { Project } from '../projects/project.entity.js';
import { Studio } from '../studio/studio.entity.js';

/** A party to an invoice as it was when the invoice was created; later changes to the account do not affect it. */
export interface InvoiceParty {
  name: string;
  email: string;
  /** May have several lines. */
  address: string;
  taxId: string;
}

/**
 * How an invoice was paid: by the client on the demo payment page, or outside the portal and marked by the engineer.
 */
export type PaidVia = 'demo' | 'hand';

@Entity('invoices')
@Index(['studioId', 'number'], { unique: true })
@Index(['studioId', 'createdAt', 'id'])
@Index(['studioId', 'status', 'createdAt', 'id'])
@Index(['projectId', 'createdAt', 'id'])
@Index('invoices_owed', ['projectId'], { unique: true, where: "status IN ('pending', 'overdue')" })
@Index('invoices_open', ['dueDate'], { where: "status IN ('pending', 'overdue')" })
@Index('invoices_paid', ['studioId', 'paidAt'], { where: "status = 'paid'" })
export class Invoice {
  @IdColumn()
  id: string;

  @ForeignKey(() => Studio)
  @UuidColumn()
  studioId: string;

  @ForeignKey(() => Project)
  @UuidColumn()
  projectId: string;

  /** Counts from 1 in each studio, without gaps. */
  @Column('integer')
  number: number;

  @Column('text', { default: 'pending' })
  status: InvoiceStatus;

  /** Minor units. */
  @Column('integer')
  amountCents: number;

  @Column('text')
  currency: Currency;

  /** YYYY-MM-DD in the studio's time zone. */
  @Column('date')
  dueDate: string;

  /** The lines of the quotes that it bills; empty for a bare sum. Otherwise the amount is their sum. */
  @JsonColumn({ default: [] })
  lines: OrderLine[];

  @Column('text', { default: '' })
  notes: string;

  @JsonColumn()
  issuer: InvoiceParty;

  @JsonColumn()
  recipient: InvoiceParty;

  @TimestampColumn({ nullable: true })
  paidAt: Date | null;

  /** Null unless paid. */
  @Column('text', { nullable: true })
  paidVia: PaidVia | null;

  /** While true, no scheduled reminder is sent. */
  @Column('boolean', { default: false })
  remindersPaused: boolean;

  /**
   * Reminders due before this time are not sent: the invoice's creation, or the time at which reminders were resumed.
   */
  @TimestampColumn({ default: () => 'now()' })
  remindersFrom: Date;

  @CreatedAtColumn()
  createdAt: Date;
}
