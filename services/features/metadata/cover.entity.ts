import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';

/** A release's cover, as it was uploaded, and a small copy for pages. */
@Entity('covers')
export class Cover {
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text')
  contentType: 'image/jpeg' | 'image/png';

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  /** As the decoder calls it, for instance `srgb` or `cmyk`. */
  @Column('text')
  colourSpace: string;

  @Column('text')
  sha256: string;

  @Column('bytea', { select: false })
  bytes?: Buffer;

  @Column('bytea', { select: false })
  thumbnail?: Buffer;

  @TimestampColumn({ default: () => 'now()' })
  updatedAt: Date;
}
