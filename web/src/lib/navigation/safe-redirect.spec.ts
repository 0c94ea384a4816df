import { expect, it } from '@jest/globals';
import { safeRedirect } from './safe-redirect';

it.each(['/app', '/app/projects/x?tab=quote', '/app?x#y', '/invite/a-b_c', '/invite/abc?next=%2Fapp'])(
  'accepts %s',
  (path) => expect(safeRedirect(path)).toBe(path),
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
])('rejects %s', (path) => expect(safeRedirect(path)).toBeNull());
