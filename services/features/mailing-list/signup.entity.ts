import { Column, Entity } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns.js';

/** A sign-up for early access. */
@Entity('mailing_list')
export class Signup {
  @IdColumn()
  id: string;

  @Column('text')
  name: string;

  /** Lower-case. */
  @Column('text', { unique: true })
  email: string;

  @Column('text', { default: '' })
  notes: string;

  /** The button that was clicked. */
  @Column('text')
  source: string;

  @CreatedAtColumn()
  createdAt: Date;
}
