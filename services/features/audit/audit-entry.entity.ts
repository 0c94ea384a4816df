import { Column, Entity, Index } from 'typeorm';
import { IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import type { AuditAction, AuditOutcome } from './audit.schema.js';

/** An entry of the audit trail. It has no foreign keys, because it outlives what it is about. */
@Entity('audit_entries')
@Index('audit_entries_at', ['at'])
export class AuditEntry {
  @IdColumn()
  id: string;

  @TimestampColumn({ default: () => 'now()' })
  at: Date;

  @Column('text')
  action: AuditAction;

  @Column('text')
  outcome: AuditOutcome;

  /** Null if the user is unknown. */
  @UuidColumn({ nullable: true })
  userId: string | null;

  /** Null if it was not caused by a request. */
  @Column('text', { nullable: true })
  ipAddress: string | null;

  /** Description of the affected object, such as a file's name or the entered address. */
  @Column('text')
  subject: string;

  @UuidColumn({ nullable: true })
  subjectId: string | null;
}
