import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';

/** A project's release as stores and sleeves show it. Texts are as typed; checks point out what is wrong. */
@Entity('release_metadata')
export class ReleaseMetadata {
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text', { default: '' })
  artist: string;

  @Column('text', { default: '' })
  album: string;

  @Column('text', { default: '' })
  upc: string;

  @Column('text', { default: '' })
  catalogueNumber: string;

  @Column('text', { default: '' })
  label: string;

  @Column('text', { default: '' })
  releaseDate: string;

  @Column('text', { default: '' })
  genre: string;

  @Column('text', { default: '' })
  language: string;

  /** ℗: who owns the recording. */
  @Column('text', { default: '' })
  pLine: string;

  /** ©: who owns text and artwork. */
  @Column('text', { default: '' })
  cLine: string;

  @TimestampColumn({ default: () => 'now()' })
  updatedAt: Date;
}
