import { describe, expect, it } from '@jest/globals';
import { membershipOf } from './membership';

const invite = (status: 'pending' | 'accepted' | 'expired' | 'cancelled' | 'declined') => ({
  id: '1',
  email: 'a@b.c',
  name: 'A',
  projectId: null,
  status,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-15T12:00:00Z',
  mailFailed: false,
  link: null,
});

describe('membershipOf', () => {
  it.each([
    [{ joined: false, invite: null }, 'Not invited'],
    [{ joined: false, invite: invite('pending') }, 'Invited'],
    [{ joined: false, invite: invite('expired') }, 'Invite expired'],
    [{ joined: false, invite: invite('cancelled') }, 'Not invited'],
    [{ joined: false, invite: invite('declined') }, 'Declined'],
    [{ joined: true, invite: invite('accepted') }, 'Active'],
    [{ joined: true, invite: invite('pending') }, 'Active'],
    [{ joined: true, invite: invite('accepted'), suspended: true }, 'Suspended'],
  ])('of %j is %s', (client, label) => {
    expect(membershipOf({ suspended: false, ...client }).label).toBe(label);
  });

  it('shows when the link expires', () => {
    expect(membershipOf({ joined: false, suspended: false, invite: invite('pending') }).detail).toBe(
      'The link works until Jan 15, 2026, 12:00 PM UTC',
    );
  });
});
