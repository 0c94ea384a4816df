import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn, UuidColumn } from '../../platform/database/columns.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';

/** Kinds of downloads that are made of an album. The part of a sheet or DDP is a disc, that of a side its letter. */
export const madeKinds = ['ddp', 'pdf', 'csv', 'cue', 'wav', 'text', 'side', 'side_cue'] as const;
export type MadeKind = (typeof madeKinds)[number];

/** The last download of something that is made of an album, to say when the album has changed since. */
@Entity('made_copies')
export class MadeCopy {
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectId: string;

  @PrimaryColumn('text')
  kind: MadeKind;

  @PrimaryColumn('text')
  part: string;

  /** Differs if its content would be another one. */
  @Column('text')
  version: string;

  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @UuidColumn()
  userId: string;

  @TimestampColumn({ default: () => 'now()' })
  madeAt: Date;
}
