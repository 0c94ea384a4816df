import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, TimestampColumn } from '../../../platform/database/columns.js';
import { User } from '../../users/user.entity.js';

/** A user's authenticator app (TOTP), required after every other way to sign in. */
@Entity('second_factors')
export class SecondFactor {
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId: string;

  /** Encrypted with the installation's secret. */
  @Column('text')
  sealedSecret: string;

  /** Null until a first code has proven that the app has the secret; no codes are required before. */
  @TimestampColumn({ nullable: true })
  confirmedAt: Date | null;

  /** The time step of the last accepted code. A code is accepted once, and older ones are not accepted afterwards. */
  @Column('integer', { default: 0 })
  lastStep: number;

  /** HMAC-SHA-256 of the unused recovery codes, hexadecimal; plain SHA-256 for codes of older versions. */
  @Column('text', { array: true, default: () => "'{}'" })
  recoveryHashes: string[];

  /** Wrong app codes since the last right one. From `MAX_WRONG_CODES` on, all app codes are refused. */
  @Column('integer', { default: 0 })
  wrongCodes: number;

  @CreatedAtColumn()
  createdAt: Date;
}
