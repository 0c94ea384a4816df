import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { BigintColumn, CreatedAtColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';

export const discImageStates = ['reading', 'ready', 'failed'] as const;
export type DiscImageState = (typeof discImageStates)[number];

/**
 * Checksums of the image of a disc that Lacquer makes. The image itself is stored nowhere: it is the samples of the
 * masters with silence between them.
 */
@Entity('disc_images')
@Index('disc_images_project', ['projectId'])
export class DiscImage {
  /** SHA-256 of the list of its pieces: another order, gap or master is another image. */
  @PrimaryColumn('text')
  key: string;

  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @UuidColumn()
  projectId: string;

  @Column('integer')
  disc: number;

  /** Plan of the disc (`disc-plans.lib.ts`) when its DDP was prepared last. With another one, the DDP is out of date. */
  @Column('text', { default: '' })
  plan: string;

  @Column('text', { default: 'reading' })
  state: DiscImageState;

  /** Hexadecimal, lower case. */
  @Column('text', { nullable: true })
  md5: string | null;

  /** Unsigned, as ZIP archives contain it. */
  @BigintColumn({ nullable: true })
  crc32: number | null;

  /** The reason for users why it could not be read. */
  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
