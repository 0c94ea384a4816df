import { Column, Entity } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns.js';

/** An Ed25519 key of the installation. The newest one signs receipts; older ones stay, so that theirs can be checked. */
@Entity('signing_keys')
export class SigningKey {
  @IdColumn()
  id: string;

  /** The 32 bytes of the key in base64. */
  @Column('text', { unique: true })
  publicKey: string;

  /** PKCS #8, encrypted with a key that is derived from the installation's secret. */
  @Column('text')
  sealedPrivateKey: string;

  @CreatedAtColumn()
  createdAt: Date;
}
