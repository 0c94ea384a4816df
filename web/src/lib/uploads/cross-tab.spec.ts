import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { announceUploads, inLane, isUploading } from './cross-tab';

const { signal } = new AbortController();
const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
const useLocks = (locks: object | undefined) =>
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });

afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'navigator', before);
  else Reflect.deleteProperty(globalThis, 'navigator');
});

describe.each(['without locks', 'that blocks locks with storage'])('a browser %s', (kind) => {
  beforeEach(() => {
    const refuse = () => Promise.reject(new DOMException('Access to the Locks API is denied', 'SecurityError'));
    useLocks(kind === 'without locks' ? undefined : { request: refuse, query: refuse });
  });

  it('sends one file at a time in each tab', async () => {
    const begun: string[] = [];
    let end = () => {};
    const first = inLane(signal, () => {
      begun.push('first');
      return new Promise<void>((resolve) => (end = resolve));
    });
    const second = inLane(signal, async () => begun.push('second'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(begun).toEqual(['first']);
    end();
    await Promise.all([first, second]);
    expect(begun).toEqual(['first', 'second']);
  });

  it('does not know of uploads in other tabs', async () => {
    const announce = announceUploads('p1');
    announce(true);
    expect(await isUploading('p1')).toBe(false);
    announce(false);
  });

  it('sends nothing that was cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    await expect(inLane(cancelled, async () => 'sent')).rejects.toThrow('cancelled');
  });
});
