import { describe, expect, it } from '@jest/globals';
import { freeBuffer } from './free-memory.js';

describe('freeBuffer', () => {
  it('frees a chunk that has a buffer of its own', () => {
    const chunk = Buffer.allocUnsafeSlow(1000);
    freeBuffer(chunk);
    expect([chunk.length, chunk.buffer.byteLength]).toEqual([0, 0]);
  });

  it('keeps a view of a buffer that others may see', () => {
    const whole = new Uint8Array(1000).fill(7);
    freeBuffer(whole.subarray(0, 999));
    freeBuffer(Buffer.from('a slice of the pool'));
    expect(whole.every((byte) => byte === 7)).toBe(true);
    expect(Buffer.from('next').toString()).toBe('next');
  });
});
