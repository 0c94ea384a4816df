import { Column, Entity } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns.js';

@Entity('studios')
export class Studio {
  @IdColumn()
  id: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'USD' })
  currency: string;

  /** IANA name, such as Europe/Berlin. */
  @Column('text', { default: 'UTC' })
  timeZone: string;

  @CreatedAtColumn()
  createdAt: Date;
}
