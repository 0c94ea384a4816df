import { Column, Entity, ForeignKey, Index, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Currency, InvoiceStatus, ProjectStatus } from '../../platform/domain-words.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

@Entity('projects')
@Index(['studioId', 'createdAt', 'id'])
@Index(['studioId', 'updatedAt', 'id'])
@Index(['studioId', 'status', 'createdAt', 'id'])
@Index(['studioId', 'invoiceStatus', 'createdAt', 'id'])
@Index(['clientId', 'createdAt', 'id'])
@Index('projects_by_title', { synchronize: false })
@Index('projects_by_client', { synchronize: false })
@Index('projects_by_progress', { synchronize: false })
@Index('projects_search', { synchronize: false })
export class Project {
  @IdColumn()
  id: string;

  @ForeignKey(() => Studio)
  @UuidColumn()
  studioId: string;

  @ForeignKey(() => User)
  @UuidColumn()
  engineerId: string;

  @ForeignKey(() => User)
  @UuidColumn()
  clientId: string;

  /**
   * Copies of the client's name and address, so that lists sort and search by an index. Triggers keep them, because
   * better-auth writes users as well.
   */
  @Column({ type: 'text', default: '', insert: false, update: false })
  clientName: string;

  @Column({ type: 'text', default: '', insert: false, update: false })
  clientEmail: string;

  @Column('text')
  title: string;

  @Column('text', { default: '' })
  notes: string;

  @Column('text', { default: 'created' })
  status: ProjectStatus;

  @UuidColumn({ nullable: true })
  currentInvoiceId: string | null;

  /** Copies of the current invoice's status, minor units and currency, written with it, so that lists find them by an index. */
  @Column('text', { nullable: true })
  invoiceStatus: InvoiceStatus | null;

  @Column('integer', { nullable: true })
  invoiceAmountCents: number | null;

  @Column('text', { nullable: true })
  invoiceCurrency: Currency | null;

  /** Grows with every change of tracks or staged files; suggestions are stale while it is ahead of `suggestedRevision`. */
  @Column('integer', { default: 0 })
  stagingRevision: number;

  @Column('integer', { default: 0 })
  suggestedRevision: number;

  /** Whether the client may hear the finals without loss before they are unlocked. */
  @Column('boolean', { default: false })
  losslessListening: boolean;

  /** When the engineer last freed what only the work on it needed. */
  @TimestampColumn({ nullable: true })
  archivedAt: Date | null;

  @CreatedAtColumn()
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
