import { Column, Entity } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns.js';
import type { Currency } from '../../platform/domain-words.js';

@Entity('studios')
export class Studio {
  @IdColumn()
  id: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'USD' })
  currency: Currency;

  /** IANA name, such as Europe/Berlin. */
  @Column('text', { default: 'UTC' })
  timeZone: string;

  @Column('text', { default: '' })
  brandName: string;

  /** #RRGGBB, or empty for the product's own. */
  @Column('text', { default: '' })
  brandColor: string;

  /** A picture as a data: URL, or empty. */
  @Column('text', { default: '' })
  brandLogo: string;

  @Column('text', { default: '' })
  twitter: string;

  @Column('text', { default: '' })
  instagram: string;

  @Column('text', { default: '' })
  facebook: string;

  /** Name of the issuer on invoices; empty for the studio's name. */
  @Column('text', { default: '' })
  legalName: string;

  @Column('text', { default: '' })
  address: string;

  @Column('text', { default: '' })
  taxId: string;

  /** How clients pay, as they read it on an invoice. */
  @Column('text', { default: '' })
  paymentInstructions: string;

  /** Days after an invoice's due date (before it: negative) on which a reminder goes out. */
  @Column('integer', { array: true, default: () => "'{-3,0,3,7,14}'" })
  reminderDays: number[];

  /** HH:MM in the studio's time zone. */
  @Column('text', { default: '09:00' })
  reminderTime: string;

  /** Whether its engineers must use two-step sign-in; who has not set it up may do nothing else first. */
  @Column('boolean', { default: false })
  requiresSecondFactor: boolean;

  /** The number that the studio's last invoice got. */
  @Column('integer', { default: 0 })
  lastInvoiceNumber: number;

  @CreatedAtColumn()
  createdAt: Date;
}
