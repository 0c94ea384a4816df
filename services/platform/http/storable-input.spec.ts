import { describe, expect, it } from '@jest/globals';
import { unstorableField } from './storable-input.js';

describe('the field that cannot be stored', () => {
  it.each([
    ['a NUL', { a: 'x\0' }, 'a'],
    ['half of a surrogate pair', { a: [{ b: 'fine' }, { b: '\ud83d' }] }, 'a.1.b'],
    ['a name with a NUL', { a: { 'b\0': 1 } }, 'a.b\0'],
    ['a bare text', '\udc00', ''],
  ])('is found for %s', (_what, body, field) => expect(unstorableField(body)).toBe(field));

  it.each([
    ['no body', undefined],
    ['bytes', Buffer.from('\0')],
    ['whole surrogate pairs', { a: '🎚', '🎛': ['𝄞', null, 1, true] }],
  ])('is missing in %s', (_what, body) => expect(unstorableField(body)).toBeNull());

  it('is looked for below any number of brackets', () => {
    const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
    expect(unstorableField(deep)).toBeNull();
  });
});
