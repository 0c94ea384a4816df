import { expect, it } from '@jest/globals';
import { deadline, longDay } from './dates.js';

it.each([
  ['America/Los_Angeles', 'December 9, 2026 at 11:59 PM PST'],
  ['Europe/Berlin', 'December 10, 2026 at 8:59 AM GMT+1'],
  ['UTC', 'December 10, 2026 at 7:59 AM UTC'],
])('says in %s when something ends, and by which clock', (timeZone, said) => {
  expect(deadline(new Date('2026-12-10T07:59:59.999Z'), timeZone)).toBe(said);
});

it('writes a day of the calendar out', () => expect(longDay('2026-12-10')).toBe('December 10, 2026'));
