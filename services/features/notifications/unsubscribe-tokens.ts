import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notificationTypes } from '../../platform/domain-words.js';
import { id } from '../../platform/http/fields.js';

const meaningSchema = z.tuple([id, z.enum(notificationTypes)]).transform(([userId, type]) => ({ userId, type }));
type UnsubscribeClaim = z.output<typeof meaningSchema>;

/**
 * Tokens for a user and a type of notification. They never expire, because the links in old mails must keep working.
 */
export class UnsubscribeTokens {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('unsubscribe').digest();
  }

  sign({ userId, type }: UnsubscribeClaim): string {
    const meaning = Buffer.from(`${userId}.${type}`);
    return `${meaning.toString('base64url')}.${this.mac(meaning).toString('base64url')}`;
  }

  /** Null for a token that this installation has not signed. */
  verify(token: string): UnsubscribeClaim | null {
    const [meaning, mac] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (!meaning || !mac) return null;
    const expected = this.mac(meaning);
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return null;
    return meaningSchema.safeParse(meaning.toString().split('.')).data ?? null;
  }

  private mac(meaning: Buffer): Buffer {
    return createHmac('sha256', this.key).update(meaning).digest();
  }
}
