import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../platform/database/columns.js';
import { ProjectFile } from '../files/file.entity.js';
import { ShareLink } from './share-link.entity.js';

/** The ranges of a final that were downloaded through a link. */
@Entity('share_link_fetches')
export class LinkFetch {
  @ForeignKey(() => ShareLink, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  linkId: string;

  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  /** The downloaded bytes in PostgreSQL's multirange notation: `{[0,1000)}`. */
  @Column('int8multirange')
  received: string;

  @CreatedAtColumn()
  createdAt: Date;

  /** Time at which the last missing byte was sent. */
  @TimestampColumn({ nullable: true })
  completedAt: Date | null;
}
