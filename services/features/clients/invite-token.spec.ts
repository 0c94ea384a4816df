import { describe, expect, it } from '@jest/globals';
import { inviteToken, tokenHash } from './invite-token.js';

const id = '01900000-0000-7000-8000-000000000001';

describe('the token of an invitation', () => {
  it('is the same in every process, and differs per mailing, invitation and installation', () => {
    const token = inviteToken('secret', id, 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(inviteToken('secret', id, 1)).toBe(token);
    const others = [
      inviteToken('secret', id, 2),
      inviteToken('secret', id.replace(/1$/, '2'), 1),
      inviteToken('terces', id, 1),
    ];
    expect(new Set([token, ...others]).size).toBe(4);
  });

  it('cannot be derived from stored data', () => {
    expect(tokenHash(inviteToken('secret', id, 1))).toMatch(/^[0-9a-f]{64}$/);
  });
});
