import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '../clock.js';
import { StorageError } from './storage.js';

/** The rights of a verified URL. */
export interface Grant {
  key: string;
  params: URLSearchParams;
}

const PREFIX = '/storage/';

/**
 * Signs and verifies URLs on the portal's own origin: HMAC-SHA256 over the method, the key and every query parameter,
 * expiry included.
 */
export class UrlSigner {
  private readonly publicUrl: string;
  private readonly secret: Buffer;

  constructor(publicUrl: string, secret: string) {
    this.publicUrl = publicUrl.replace(/\/+$/, '');
    this.secret = createHmac('sha256', secret).update('storage url').digest();
  }

  sign(
    method: 'GET' | 'PUT',
    key: string,
    expiresInS: number,
    values: Record<string, string>,
  ): { url: string; expiresAt: Date } {
    const expires = Math.floor(clock.now().getTime() / 1000) + expiresInS;
    const params = new URLSearchParams({ ...values, expires: String(expires) });
    params.append('signature', this.mac(method, key, params).toString('base64url'));
    const path = key.split('/').map(encodeURIComponent).join('/');
    return { url: `${this.publicUrl}${PREFIX}${path}?${params}`, expiresAt: new Date(expires * 1000) };
  }

  /** `target` is the request's path and query. Fails with `invalid_signature` or `expired`. */
  verify(method: string | undefined, target: string): Grant {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const params = new URLSearchParams(query);
    const given = Buffer.from(params.get('signature') ?? '', 'base64url');
    params.delete('signature');
    const key = decodeKey(path);
    const expected = this.mac(method === 'HEAD' ? 'GET' : (method ?? ''), key, params);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid();
    if (Number(params.get('expires')) * 1000 <= clock.now().getTime()) {
      throw new StorageError('expired', 'This link has expired');
    }
    return { key, params };
  }

  private mac(method: string, key: string, params: URLSearchParams): Buffer {
    const signed = JSON.stringify([method, key, [...params].filter(([name]) => name !== 'signature')]);
    return createHmac('sha256', this.secret).update(signed).digest();
  }
}

function decodeKey(path: string): string {
  if (!path.startsWith(PREFIX)) throw invalid();
  try {
    return path.slice(PREFIX.length).split('/').map(decodeURIComponent).join('/');
  } catch {
    throw invalid();
  }
}

const invalid = (): StorageError => new StorageError('invalid_signature', 'This link is not valid');
