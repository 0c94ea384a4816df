import { Column, DeleteDateColumn, Entity, ForeignKey, Index, Raw, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Currency, InvoiceStatus, ProjectStatus } from '../../platform/domain-words.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/**
 * SQL: the projects that are not deleted. Read this instead of the table: its deleted rows are only for people who may
 * restore them. TypeORM leaves them out by itself.
 */
export const LIVE_PROJECTS = '(SELECT * FROM projects WHERE trashed_at IS NULL)';

/** For a column that refers to projects. */
export const isLiveProject = () => Raw((column) => `${column} IN (SELECT id FROM ${LIVE_PROJECTS} live)`);

/** For a column of JSON that may name a project. */
export const namesNoDeletedProject = () =>
  Raw(
    (column) =>
      `NOT coalesce(${column} ->> 'projectId' IN (SELECT id::text FROM projects WHERE trashed_at IS NOT NULL), false)`,
  );

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

  /** When it was deleted; from then on it is hidden, and it can be restored for 30 days. */
  @DeleteDateColumn({ type: 'timestamptz', nullable: true })
  @Index('projects_trashed', { where: 'trashed_at IS NOT NULL' })
  trashedAt: Date | null;

  @UuidColumn({ nullable: true })
  trashedBy: string | null;

  @CreatedAtColumn()
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
