import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { seal, unseal } from '../../platform/sealing.js';
import { fingerprintOf, type SigningPair } from '../../receipt/receipt.js';
import { recordAudit } from '../audit/audit.writes.js';
import { SigningKey } from './signing-key.entity.js';

const PURPOSE = 'signing key';

/**
 * The installation's key for receipts, made when it is first needed. A new one is only made if the secret has changed,
 * which makes the old one unreadable; that is logged, audited and shown on every delivery page.
 */
@Injectable()
export class SigningKeysService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async current(): Promise<SigningPair> {
    const known = await this.newest(this.database.manager);
    return this.open(known) ?? this.make();
  }

  /** Fingerprints of all keys with the time from which each one signed, newest first. */
  async fingerprints(): Promise<{ fingerprint: string; since: Date }[]> {
    await this.current();
    const keys = await this.database.manager.find(SigningKey, { order: { createdAt: 'DESC', id: 'DESC' } });
    return keys.map(({ publicKey, createdAt }) => ({ fingerprint: fingerprintOf(publicKey), since: createdAt }));
  }

  private async newest(manager: Tx['manager']): Promise<SigningKey | null> {
    const [key] = await manager.find(SigningKey, { order: { createdAt: 'DESC', id: 'DESC' }, take: 1 });
    return key ?? null;
  }

  private open(key: SigningKey | null): SigningPair | null {
    if (!key) return null;
    try {
      const der = Buffer.from(unseal(this.config.secret, PURPOSE, key.sealedPrivateKey), 'base64');
      return { publicKey: key.publicKey, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    } catch {
      return null;
    }
  }

  private make(): Promise<SigningPair> {
    return this.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE');
      const known = await this.newest(tx.manager);
      const opened = this.open(known);
      if (opened) return opened;
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const made = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
      const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
      const sealedPrivateKey = seal(this.config.secret, PURPOSE, der);
      await tx.manager.insert(SigningKey, { publicKey: made, sealedPrivateKey });
      if (known) {
        const subject = `signing key of receipts: ${fingerprintOf(made)} instead of ${fingerprintOf(known.publicKey)}`;
        this.logger.warn({ fingerprint: fingerprintOf(made) }, 'receipts get a new key, because SECRET has changed');
        await recordAudit(tx, { action: 'account_changed', subject, subjectId: null });
      }
      return { publicKey: made, privateKey };
    });
  }
}
