import { Column, Entity } from 'typeorm';
import { DEFAULT_TEMPLATE } from '../../file-names/template.js';
import { CreatedAtColumn, IdColumn, JsonColumn } from '../../platform/database/columns.js';
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

  /** #RRGGBB; empty for the product's default. */
  @Column('text', { default: '' })
  brandColor: string;

  /** A picture as a data: URL, or empty. */
  @Column('text', { default: '' })
  brandLogo: string;

  /** Receives clients' replies to mails; if empty, the project's engineer does. */
  @Column('text', { default: '' })
  contactEmail: string;

  /** The last lines of mails to clients, in the studio's own words. */
  @Column('text', { default: '' })
  mailClosing: string;

  @Column('text', { default: '' })
  twitter: string;

  @Column('text', { default: '' })
  instagram: string;

  @Column('text', { default: '' })
  facebook: string;

  /** Name of the issuer on invoices; if empty, the studio's name is used. */
  @Column('text', { default: '' })
  legalName: string;

  @Column('text', { default: '' })
  address: string;

  @Column('text', { default: '' })
  taxId: string;

  /** Payment instructions shown on invoices. */
  @Column('text', { default: '' })
  paymentInstructions: string;

  /** Days after an invoice's due date, negative before it, on which a reminder is sent. */
  @Column('integer', { array: true, default: () => "'{-3,0,3,7,14}'" })
  reminderDays: number[];

  /** HH:MM in the studio's time zone. */
  @Column('text', { default: '09:00' })
  reminderTime: string;

  /** Days after which people are reminded of a delivery that was not downloaded; 0 for never. */
  @Column('integer', { default: 7 })
  deliveryReminderDays: number;

  /** Whether its engineers must use two-step sign-in. Those who have not set it up must do so first. */
  @Column('boolean', { default: false })
  requiresSecondFactor: boolean;

  /** How released files are named in an archive: see `services/file-names`. */
  @Column('text', { default: DEFAULT_TEMPLATE })
  fileNameTemplate: string;

  /** Pause between the tracks of an album in CD frames of 1/75 s, where a track has none of its own. */
  @Column('integer', { default: 150 })
  albumGapFrames: number;

  /** PQ offsets of made discs in CD frames: how far index 01 is before the music, and index 00 and the lead-out after it. */
  @Column('integer', { default: 0 })
  pqStartFrames: number;

  @Column('integer', { default: 0 })
  pqEndFrames: number;

  /** Meanings of the headings of spreadsheets in this studio, as engineers have chosen on importing. */
  @JsonColumn({ default: {} })
  csvColumns: Record<string, string>;

  /** Number of the studio's last invoice. */
  @Column('integer', { default: 0 })
  lastInvoiceNumber: number;

  @CreatedAtColumn()
  createdAt: Date;
}
