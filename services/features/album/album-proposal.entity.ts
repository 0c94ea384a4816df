import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn, JsonColumn, TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import type { NamedTrack } from './proposal.js';

export type ProposalStatus = 'open' | 'accepted' | 'declined' | 'withdrawn';

/** Another order or other titles, proposed by the client's side and answered by the engineer. */
@Entity('album_proposals')
@Index('album_proposals_project', ['projectId', 'createdAt'])
@Index('album_proposals_open', ['projectId'], { unique: true, where: "status = 'open'" })
export class AlbumProposal {
  @IdColumn()
  id: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  /** The person who changed it last. */
  @ForeignKey(() => User)
  @UuidColumn()
  proposedBy: string;

  /** Incremented by every change, so that a change or an answer to an older one is refused. */
  @Column('integer', { default: 1 })
  revision: number;

  /** The tracks in the proposed order with their titles; null if only titles change. */
  @JsonColumn({ nullable: true })
  order: NamedTrack[] | null;

  /** The proposed titles by track id; only those that change. */
  @JsonColumn({ default: {} })
  titles: Record<string, string>;

  @Column('text', { default: 'open' })
  status: ProposalStatus;

  @ForeignKey(() => User)
  @UuidColumn({ nullable: true })
  answeredBy: string | null;

  @TimestampColumn({ nullable: true })
  answeredAt: Date | null;

  /** The engineer's words about the answer. */
  @Column('text', { default: '' })
  answer: string;

  @CreatedAtColumn()
  createdAt: Date;
}
