import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Loudness } from '../../audio-tags/tags.js';
import { BigintColumn, CreatedAtColumn, JsonColumn } from '../../platform/database/columns.js';
import { ProjectFile } from '../files/file.entity.js';
import { Edition } from './edition.entity.js';

/**
 * Length and checksums of the tagged copy of a final in an edition, so that an archive of copies is known before a byte
 * is read. The copy itself is stored nowhere.
 */
@Entity('tagged_copies')
export class TaggedCopy {
  @ForeignKey(() => Edition, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  editionId: string;

  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  /** Version of the rules by which tags are written. */
  @Column('integer')
  tagger: number;

  @BigintColumn()
  sizeBytes: number;

  /** Null for a file that cannot be tagged; then the other values are 0 or empty. */
  @Column('text', { nullable: true })
  sha256: string | null;

  @BigintColumn()
  crc32: number;

  /** MD5 of the samples, read from the stored file and from the copy: both were the same. */
  @Column('text')
  samplesMd5: string;

  @Column('integer')
  headBytes: number;

  /** Range of the stored file; `toByte` is exclusive. */
  @BigintColumn()
  fromByte: number;

  @BigintColumn()
  toByte: number;

  @Column('integer')
  tailBytes: number;

  /** The measured loudness that the tags contain. */
  @JsonColumn({ nullable: true })
  loudness: Loudness | null;

  /** MD5 of a FLAC's samples as it was known when the copy was read, which its header then states. */
  @Column('text', { nullable: true })
  flacMd5: string | null;

  @CreatedAtColumn()
  createdAt: Date;
}
