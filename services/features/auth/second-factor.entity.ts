import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../platform/database/columns.js';
import { User } from '../users/user.entity.js';

/** A person's codes from an authenticator app (TOTP), asked for after every other way to sign in. */
@Entity('second_factors')
export class SecondFactor {
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  /** Encrypted with the installation's secret. */
  @Column('text')
  sealedSecret: string;

  /** Null until the first code has shown that the app has the secret; nothing is asked before. */
  @TimestampColumn({ nullable: true })
  confirmedAt: Date | null;

  /** The half-minute of the last code that was accepted: none is accepted twice, nor an older one. */
  @Column('integer', { default: 0 })
  lastStep: number;

  /** HMAC-SHA-256 of the recovery codes that are left, hexadecimal; plain SHA-256 for codes of older versions. */
  @Column('text', { array: true, default: () => "'{}'" })
  recoveryHashes: string[];

  /** Codes of the app that were wrong since the last right one. From `MAX_WRONG_CODES` on none is accepted. */
  @Column('integer', { default: 0 })
  wrongCodes: number;

  @CreatedAtColumn()
  createdAt: Date;
}
