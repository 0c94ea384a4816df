import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Track } from '../tracks/track.entity.js';

/** A track's place on the album beyond its number. Tracks without a row have the defaults. */
@Entity('album_tracks')
export class AlbumTrack {
  @ForeignKey(() => Track, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  trackId: string;

  @Column('integer', { default: 1 })
  disc: number;

  /** Side of the record, such as A; null if the track is on none. */
  @Column('text', { nullable: true })
  side: string | null;

  /** Pause before the track in CD frames of 1/75 s; null for the studio's default. */
  @Column('integer', { nullable: true })
  gapFrames: number | null;
}
