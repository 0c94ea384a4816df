import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Track } from '../tracks/track.entity.js';
import type { ExplicitStatus } from './metadata.schema.js';

/** The details of a track for stores. Its number, title and ISRC are in `tracks`. */
@Entity('track_metadata')
export class TrackMetadata {
  @ForeignKey(() => Track, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  trackId: string;

  @Column('text', { default: '' })
  version: string;

  /** Empty if it is the release's artist. */
  @Column('text', { default: '' })
  artist: string;

  @Column('text', { default: '' })
  featured: string;

  @Column('text', { default: '' })
  composers: string;

  @Column('text', { default: '' })
  explicit: ExplicitStatus;

  @Column('text', { default: '' })
  lyrics: string;

  /** A recording with another mix or another edit has its own code. All formats of one recording share a code. */
  @Column('text', { default: '' })
  isrcInstrumental: string;

  @Column('text', { default: '' })
  isrcClean: string;

  @Column('text', { default: '' })
  isrcEdit: string;
}
