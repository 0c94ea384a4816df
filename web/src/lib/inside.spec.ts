import { expect, it } from '@jest/globals';
import { inside } from './inside';

it.each(['/app', '/app/projects/x?tab=quote', '/app?x#y', '/invite/a-b_c', '/invite/abc?next=%2Fapp'])(
  '%s is a place of the portal',
  (path) => expect(inside(path)).toBe(path),
);

it.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/app\\\\evil',
  '/application',
  '/app/ x',
  '/invite/a/b',
  'javascript:1',
])('%s is none', (path) => expect(inside(path)).toBeNull());
