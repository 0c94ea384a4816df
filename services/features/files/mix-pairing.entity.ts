import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UuidColumn } from '../../platform/database/columns.js';
import { Track } from '../tracks/track.entity.js';
import { ProjectFile } from './file.entity.js';

export const pairingSources = ['sound', 'name', 'person'] as const;
export type PairingSource = (typeof pairingSources)[number];

/** The track that a client's original belongs to, or the tracks between which a person has to choose. */
@Entity('mix_pairings')
export class MixPairing {
  @ForeignKey(() => ProjectFile, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  fileId: string;

  /** Null if it belongs to none, or while a person has to choose. */
  @ForeignKey(() => Track, { onDelete: 'SET NULL' })
  @UuidColumn({ nullable: true })
  @Index('mix_pairings_track')
  trackId: string | null;

  /** The evidence for the track. Null while a person has to choose; a person's choice is never changed. */
  @Column('text', { nullable: true })
  decidedBy: PairingSource | null;

  /** The tracks to choose between, likeliest first; empty once it is decided. */
  @Column('uuid', { array: true, default: '{}' })
  choices: string[];
}
