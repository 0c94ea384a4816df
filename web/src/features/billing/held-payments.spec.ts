import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { GRACE_MS, heldPayments } from './held-payments.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const payment = () => jest.fn<(closing: boolean) => void>();

it('is sent once, and only after the grace period', () => {
  const send = payment();
  heldPayments.hold('a', send);
  jest.advanceTimersByTime(GRACE_MS - 1);
  expect(send).not.toHaveBeenCalled();
  expect(heldPayments.has('a')).toBe(true);
  jest.advanceTimersByTime(1);
  expect(send.mock.calls).toEqual([[false]]);
  expect(heldPayments.has('a')).toBe(false);
  expect(heldPayments.release('a')).toBe(false);
});

it('is never sent after it was undone', () => {
  const send = payment();
  heldPayments.hold('a', send);
  expect(heldPayments.release('a')).toBe(true);
  jest.advanceTimersByTime(GRACE_MS);
  heldPayments.sendAll();
  expect(send).not.toHaveBeenCalled();
});

it('is sent at once when the page closes', () => {
  const [one, other] = [payment(), payment()];
  heldPayments.hold('a', one);
  heldPayments.hold('b', other);
  heldPayments.sendAll();
  jest.advanceTimersByTime(GRACE_MS);
  expect([one.mock.calls, other.mock.calls]).toEqual([[[true]], [[true]]]);
});
