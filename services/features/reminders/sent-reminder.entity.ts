import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, UuidColumn } from '../../platform/database/columns.js';
import { Invoice } from '../invoices/invoice.entity.js';

/** A reminder that was sent. Its row is also the claim that prevents it from being sent twice. */
@Entity('sent_reminders')
@Index('sent_reminders_scheduled', ['invoiceId', 'dayOffset'], { unique: true, where: 'day_offset IS NOT NULL' })
@Index(['invoiceId', 'id'])
export class SentReminder {
  @IdColumn()
  id: string;

  @ForeignKey(() => Invoice, { onDelete: 'CASCADE' })
  @UuidColumn()
  invoiceId: string;

  /** Days after the due date, negative before it; null if it was sent by hand. */
  @Column('integer', { nullable: true })
  dayOffset: number | null;

  @CreatedAtColumn()
  createdAt: Date;
}
