import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import { Invoice } from '../invoices/invoice.entity.js';

/** A reminder that went out: its row is the claim that keeps it from going twice. */
@Entity('sent_reminders')
@Index('sent_reminders_scheduled', ['invoiceId', 'dayOffset'], { unique: true, where: 'day_offset IS NOT NULL' })
@Index(['invoiceId', 'id'])
export class SentReminder {
  @IdColumn()
  id: string;

  @ForeignKey(() => Invoice, { onDelete: 'CASCADE' })
  @UuidColumn()
  invoiceId: string;

  /** Days after the due date (before it: negative); null when somebody sent it by hand. */
  @Column('integer', { nullable: true })
  dayOffset: number | null;

  @CreatedAtColumn()
  createdAt: Date;
}
