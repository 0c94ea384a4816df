import { describe, expect, it } from '@jest/globals';
import { loggedPath } from './request-log.js';

describe('the path in the log', () => {
  it.each([
    ['/api/files/01900000-0000-7000-8000-000000000001', '/api/files/01900000-0000-7000-8000-000000000001'],
    ['/api/notifications?cursor=secret', '/api/notifications'],
    [`/api/invites/token/${'aB-_'.repeat(11).slice(0, 43)}`, '/api/invites/token/…'],
    [`/api/invites/accept/${'x'.repeat(43)}/?a=1`, '/api/invites/accept/…/'],
    [`/api/notifications/unsubscribe/${'a'.repeat(60)}.${'b'.repeat(43)}`, '/api/notifications/unsubscribe/…'],
    [undefined, undefined],
  ])('of %s is %s', (url, logged) => {
    expect(loggedPath(url)).toBe(logged);
  });
});
