import { Column, DeleteDateColumn, Entity, ForeignKey, Index, Raw, UpdateDateColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { Currency, InvoiceStatus, ProjectStatus } from '../../platform/domain-words.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';

/**
 * SQL: the projects that are not deleted. Use it instead of the table, whose deleted rows are only for restoring them.
 * TypeORM excludes them by itself.
 */
export const LIVE_PROJECTS = '(SELECT * FROM projects WHERE trashed_at IS NULL)';

/** Condition for a column that refers to projects: the project is not deleted. */
export const isLiveProject = () => Raw((column) => `${column} IN (SELECT id FROM ${LIVE_PROJECTS} live)`);

/** Condition for a JSON column that may contain a project's id. */
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
   * Copies of the client's name and address, so that lists can sort and search by an index. Triggers keep them current,
   * because better-auth writes users as well.
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

  /**
   * Copies of the current invoice's status, amount in minor units, and currency. They are written with the invoice, so
   * that lists can filter by an index.
   */
  @Column('text', { nullable: true })
  invoiceStatus: InvoiceStatus | null;

  @Column('integer', { nullable: true })
  invoiceAmountCents: number | null;

  @Column('text', { nullable: true })
  invoiceCurrency: Currency | null;

  /**
   * Incremented by every change of tracks or staged files. Suggestions are out of date while it is ahead of
   * `suggestedRevision`.
   */
  @Column('integer', { default: 0 })
  stagingRevision: number;

  @Column('integer', { default: 0 })
  suggestedRevision: number;

  /**
   * Incremented by every change of the album: order, titles, gaps, discs and sides. A trigger counts changes of tracks, so
   * that no way to change them is forgotten. What was made from an earlier revision is out of date.
   */
  @Column({ type: 'integer', default: 0, insert: false, update: false })
  albumRevision: number;

  /** Whether the client may listen to the finals as FLAC before they are unlocked. */
  @Column('boolean', { default: false })
  losslessListening: boolean;

  /** Time at which the engineer last deleted the project's working files. */
  @TimestampColumn({ nullable: true })
  archivedAt: Date | null;

  /** Time at which it was moved to the trash. Since then it is hidden, and it can be restored for 30 days. */
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
