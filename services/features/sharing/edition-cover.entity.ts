import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from '../projects/project.entity.js';

/** A cover that an edition has had, for its page and its tagged copies. The project may have another one since. */
@Entity('edition_covers')
export class EditionCover {
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  @PrimaryColumn('text')
  sha256: string;

  @Column('text')
  contentType: 'image/jpeg' | 'image/png';

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  /** Null until somebody needs the edition; until then its tagged copies have the project's own cover. */
  @Column('bytea', { nullable: true })
  bytes: Buffer | null;

  /** Null if it was stored by a version that kept none. */
  @Column('bytea', { nullable: true })
  thumbnail: Buffer | null;
}
