import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Country, Genre } from '../../platform/domain-words.js';
import { User } from './user.entity.js';

/** Optional details of a person beyond name and address. A person who entered none has no row. */
@Entity('profiles')
export class Profile {
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  bio: string | null;

  @Column('text', { nullable: true })
  company: string | null;

  /** http or https. */
  @Column('text', { nullable: true })
  website: string | null;

  @Column('text', { array: true, default: () => "'{}'" })
  preferredGenres: Genre[];

  @Column('text', { nullable: true })
  country: Country | null;
}
