import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './passwords.js';

describe('passwords', () => {
  it('match their own hash only', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword({ hash, password: 'correct horse' })).toBe(true);
    expect(await verifyPassword({ hash, password: 'correct hors' })).toBe(false);
  });

  it('hash differently each time', async () => {
    expect(await hashPassword('x')).not.toBe(await hashPassword('x'));
  });

  it('match in any Unicode normalisation', async () => {
    const hash = await hashPassword('caf\u00e9');
    expect(await verifyPassword({ hash, password: 'cafe\u0301' })).toBe(true);
  });

  it('do not match an invalid hash', async () => {
    expect(await verifyPassword({ hash: 'plain', password: 'plain' })).toBe(false);
  });
});
