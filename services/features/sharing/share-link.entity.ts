import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import type { LinkFormat, LinkPurpose } from './sharing.schema.js';

/** Lets people without an account hear a record or download its finals. The link's token itself is not stored. */
@Entity('share_links')
@Index(['projectId', 'id'])
export class ShareLink {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @Column('text')
  purpose: LinkPurpose;

  /** The recipient, such as 'Label'. Visitors do not see it. */
  @Column('text')
  name: string;

  @ForeignKey(() => User)
  @UuidColumn()
  createdBy: string;

  /**
   * The `invited_id` of whoever made it, in the project's people; null for the client and the studio. Their next
   * invitation has another, so the link does not come back with them.
   */
  @UuidColumn({ nullable: true })
  invitedId: string | null;

  /** SHA-256 of the token, hexadecimal. */
  @Column('text', { unique: true })
  tokenHash: string;

  /** How often the link got a new address. The token is derived from it. */
  @Column('integer', { default: 0 })
  renewals: number;

  @Column('text', { nullable: true })
  passwordHash: string | null;

  /** Wrong passwords from anywhere since the link got its password or address. At `MAX_WRONG_PASSWORDS` it takes none. */
  @Column('integer', { default: 0 })
  wrongPasswords: number;

  @TimestampColumn({ nullable: true })
  endsAt: Date | null;

  /** Null for the whole record. */
  @Column('uuid', { array: true, nullable: true })
  trackIds: string[] | null;

  /** The slots and the kinds of other deliverables that a delivery contains; null for all. */
  @Column('text', { name: 'slot_types', array: true, nullable: true })
  formats: LinkFormat[] | null;

  @Column('boolean', { default: false })
  commentsAllowed: boolean;

  @TimestampColumn({ nullable: true })
  revokedAt: Date | null;

  /**
   * Number of visits: pages that somebody looked at, plays and downloads. Those from one address within half an hour
   * count once.
   */
  @Column('integer', { default: 0 })
  timesOpened: number;

  @TimestampColumn({ nullable: true })
  lastOpenedAt: Date | null;

  /** Number of the newest edition that was downloaded whole through this link; 0 for none. */
  @Column('integer', { default: 0 })
  fetchedEdition: number;

  /** Number of the last edition of which its maker was reminded; 0 for none. */
  @Column('integer', { default: 0 })
  remindedEdition: number;

  @CreatedAtColumn()
  createdAt: Date;
}
